using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;

namespace Bridge.Api.Features.Branches;

/// <summary>What branches need of the settings, besides an emulator with a history.</summary>
internal sealed class BranchNeeds(RomFolder roms, HostProgram program)
{
    private const string SetRoms = "set Bridge:RomFolder (--roms DIR)";
    private const string SetProgram = "put it on the PATH, or set Bridge:OnDemand:Program";

    /// <summary>Gets the sentence that names all missing settings; null: none is missing.</summary>
    public string? Missing => (roms.IsConfigured, program.IsThere) switch
    {
        (true, true) => null,
        (false, true) => $"Branches need a ROM folder: {SetRoms}.",
        (true, false) => $"Branches need the program mgba-host: {SetProgram}.",
        _ => $"Branches need a ROM folder and the program mgba-host: {SetRoms}, and {SetProgram}.",
    };

    /// <exception cref="RequestException">A setting is missing.</exception>
    public void Check()
    {
        if (Missing is { } sentence)
            throw new RequestException(ProblemTypes.Unsupported, sentence);
    }
}
