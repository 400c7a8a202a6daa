using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;

namespace Bridge.Api.Features.Branches;

/// <summary>The settings that branches need, besides an emulator with a history.</summary>
internal sealed class BranchNeeds(RomFolder roms, HostProgram program)
{
    private const string Roms = "a ROM folder (set Bridge:RomFolder, or --roms DIR)";
    private const string Program = "the program mgba-host (put it on the PATH, or set Bridge:OnDemand:Program)";

    /// <summary>Gets the sentence that names all missing settings; null: none is missing.</summary>
    public string? Missing => Describe(roms.IsConfigured, program.IsThere);

    /// <summary>Returns the sentence that names what is missing; null: nothing.</summary>
    public static string? Describe(bool hasRoms, bool hasProgram) => (hasRoms, hasProgram) switch
    {
        (true, true) => null,
        (false, true) => $"Branches need {Roms}.",
        (true, false) => $"Branches need {Program}.",
        _ => $"Branches need {Roms} and {Program}.",
    };

    /// <exception cref="RequestException">A setting is missing.</exception>
    public void Check()
    {
        if (Missing is { } sentence)
            throw new RequestException(ProblemTypes.Unsupported, sentence);
    }
}
