using System.Globalization;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Vectors;

/// <summary>What a vector runs, as long as it is there.</summary>
/// <param name="Rom">The full path of the ROM.</param>
/// <param name="Count">The number of games.</param>
/// <param name="Frames">The frames of a step that names none.</param>
/// <param name="Picture">The picture at the end of a step, null: none.</param>
/// <param name="Sticky">The probability that a frame keeps the buttons of the one before.</param>
/// <param name="Noops">The most frames without buttons after a reset.</param>
/// <param name="Seed">The seed of all random numbers.</param>
/// <param name="Model">The console for a Game Boy game; null: what the game is made for.</param>
/// <param name="Clock">The cartridge clock in the first frame, in seconds since 1970; null: the host's default.</param>
internal sealed record VectorPlan(
    string Rom, int Count, int Frames, VectorPictureForm? Picture, double Sticky, int Noops, long Seed, string? Model, long? Clock)
{
    // The host's default: the beginning of the year 2000.
    private const long DefaultClock = 946_684_800;

    // The distance between the seeds of two games (docs/protocol/vectors.md, "Random numbers").
    private const ulong SeedOfGame = 0xD1342543DE82EF95;

    /// <summary>Gets the cartridge clock in the first frame, in seconds since 1970.</summary>
    public long ClockAtStart => Clock ?? DefaultClock;

    /// <summary>Gets how many created emulators it counts as: the processors that it can keep busy.</summary>
    public int Places => Math.Min(Count, Environment.ProcessorCount);

    /// <summary>Gets the size of the pictures; empty without.</summary>
    public PictureSize Size => Picture is null ? default : new PictureSize(Picture.Width, Picture.Height);

    /// <summary>Gets the bytes of a pixel; 0 without pictures.</summary>
    public int Channels => Picture switch { null => 0, { Gray: true } => 1, _ => 3 };

    /// <summary>Returns the first state of a game's random numbers.</summary>
    public static ulong SeedOf(long seed, int game) => unchecked((ulong)seed + ((ulong)game * SeedOfGame));

    /// <summary>Returns the options of <c>mgba-host</c> besides its limits. It listens in its current folder.</summary>
    /// <param name="expiry">After how long without use it ends, until a request sets another time.</param>
    public IEnumerable<string> OptionsOf(TimeSpan expiry) =>
    [
        "--rom", Rom, "--vector", SettingsText, "--control", HostProgram.Socket, "--log", HostProgram.LogFile,
        "--expire", ((long)expiry.TotalSeconds).ToString(CultureInfo.InvariantCulture),
        "--clock", ClockAtStart.ToString(CultureInfo.InvariantCulture),
        .. Model is { } model ? ["--model", model] : Array.Empty<string>(),
    ];

    private string SettingsText => string.Create(CultureInfo.InvariantCulture,
        $"count={Count},sticky={Sticky:0.##########},noops={Noops},seed={Seed}")
        + (Picture is null ? "" : string.Create(CultureInfo.InvariantCulture,
            $",picture={(Channels == 1 ? "gray" : "rgb")}:{Size.Width}x{Size.Height},last={Picture.Last}"));
}
