using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Vectors;

/// <summary>A valid request for a vector.</summary>
/// <param name="Name">The name that the client chose; null: any.</param>
/// <param name="Rom">The name of the ROM.</param>
/// <param name="Plan">What it runs.</param>
/// <param name="Reads">What a step reads.</param>
/// <param name="Starts">What resets start from; a start without a state is the console just switched on.</param>
/// <param name="Lease">The time without use after which it ends; null: never.</param>
internal sealed record NewVector(
    string? Name, string Rom, VectorPlan Plan, IReadOnlyList<VectorRead> Reads, IReadOnlyList<VectorStart> Starts, TimeSpan? Lease)
{
    /// <exception cref="RequestException">A member is missing or invalid.</exception>
    public static NewVector Read(CreateVectorRequest request, RomFolder roms)
    {
        if (request.Name is { } name && !EmulatorClient.IsName(name))
            throw Parameters.Refuse("name", name, "1 to 32 characters of a-z, 0-9 and -, not starting with -");
        var rom = request.Rom ?? throw Parameters.Missing("rom", "a ROM's name, as GET …/roms lists it");
        RomFolder.CheckName(rom, "rom");
        var count = request.Count ?? throw Parameters.Missing("count", $"the number of games, 1 to {VectorRules.MaxGames}");
        // WithRomOf replaces the empty path of the ROM.
        var plan = new VectorPlan(
            Rom: "", VectorRules.Count.Check(count), VectorRules.Frames.Of(request.Frames), PictureOf(request.Picture),
            StickyOf(request.Sticky ?? 0), VectorRules.Noops.Of(request.Noops), SeedOf(request.Seed) ?? 0,
            request.Model, request.Clock);
        // Checks model and clock as for an emulator; the rest of the host's plan is valid.
        NewEmulator.Check(new HostPlan("", OnDemandRules.Speed.Default!.Value, request.Model, request.Clock));
        var (reads, starts) = (VectorRead.ListOf(request.Read ?? []), StartsOf(request.Starts ?? []));
        return new NewVector(request.Name, rom, plan, reads, starts, NewEmulator.LeaseOf(request.Lease)).WithRomOf(roms);
    }

    /// <summary>Returns a seed that is in its range; null: none.</summary>
    /// <exception cref="RequestException">It is not.</exception>
    public static long? SeedOf(long? seed, string name = "seed") => seed is < 0
        ? throw Parameters.Refuse(name, seed.Value.ToString(CultureInfo.InvariantCulture), $"0 to {long.MaxValue}")
        : seed;

    /// <summary>Checks a start.</summary>
    /// <exception cref="RequestException">A name is invalid, or an emulator is named without a state.</exception>
    public static VectorStart Check(VectorStart start)
    {
        if (start is { Emulator: not null, State: null })
            throw Parameters.Missing("state", "the name of a state of the emulator");
        if (start.State is { } state)
            StateName.Check(state, "state");
        return start.Emulator is { } emulator && !EmulatorClient.IsName(emulator)
            ? throw Parameters.Refuse("emulator", emulator, "an emulator's name")
            : start;
    }

    // Adding 0 makes -0 a 0; the host takes no sign.
    private static double StickyOf(double sticky) => VectorRules.Sticky.Check(sticky, "0 to 1") + 0;

    private static VectorPictureForm? PictureOf(VectorPicture? picture)
    {
        try
        {
            return picture is null ? null : new VectorPictureForm(
                VectorRules.Width.Check(picture.Width ?? throw Parameters.Missing("width", "pixels, 1 to 256")),
                VectorRules.Height.Check(picture.Height ?? throw Parameters.Missing("height", "pixels, 1 to 224")),
                picture.Gray ?? false, VectorRules.Last.Of(picture.Last));
        }
        catch (RequestException refused)
        {
            throw refused.Of("picture");
        }
    }

    private static List<VectorStart> StartsOf(IReadOnlyList<VectorStart?> given)
    {
        var starts = new List<VectorStart>();
        if (given.Count > 0)
        {
            BodyList.Read(
                [.. given.Select(start => start ?? new VectorStart())], "starts", start => starts.Add(Check(start)),
                VectorRules.MaxStarts);
        }

        return starts;
    }

    private NewVector WithRomOf(RomFolder roms)
    {
        try
        {
            var rom = roms.Find(Rom);
            return this with { Rom = rom.Name, Plan = Plan with { Rom = rom.Path } };
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As("rom");
        }
    }
}
