using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A movie of the running game.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Bytes">Its size in bytes.</param>
/// <param name="SavedAt">When it was saved.</param>
public sealed record MovieFile(string Name, long Bytes, DateTimeOffset SavedAt);

/// <summary>A movie that was stored.</summary>
/// <param name="Frames">How many frames it runs.</param>
/// <param name="Start">power: the console is switched on; or state.</param>
/// <param name="Source">history, bk2 or vbm.</param>
/// <param name="Hashes">How many hashes of the memory it has.</param>
/// <param name="Notes">What differs from the program that made it.</param>
/// <param name="Bytes">Its size in bytes.</param>
public sealed record MovieStored(int Frames, string Start, string Source, int Hashes, IReadOnlyList<string> Notes, long Bytes);

/// <summary>A movie that was written.</summary>
/// <param name="Frames">How many frames it runs.</param>
/// <param name="From">The first of them, a frame of the history.</param>
/// <param name="To">The last of them.</param>
/// <param name="Hashes">How many hashes of the memory it has.</param>
/// <param name="Bytes">Its size in bytes.</param>
public sealed record MovieWritten(int Frames, long From, long To, int Hashes, long Bytes);

/// <summary>How a movie ran.</summary>
/// <param name="Frames">All frames of the movie.</param>
/// <param name="Played">The frames that ran.</param>
/// <param name="Checked">The hashes that were compared; a movie of another program has none.</param>
/// <param name="Result">equal; differs; or interrupted, if a client pressed, wrote or loaded something meanwhile.</param>
/// <param name="After">The first difference came after this frame; null if there is none.</param>
/// <param name="Before">The first difference came at or before this frame; null if there is none.</param>
/// <param name="Regions">The regions of memory in which the first difference came.</param>
public abstract record MovieResult(
    int Frames, long Played, long Checked, string Result, long? After, long? Before, IReadOnlyList<string>? Regions)
{
    /// <summary>Gets the regions of memory in which the first difference came; empty if there is none.</summary>
    public IReadOnlyList<string> Regions { get; } = Regions ?? [];

    /// <summary>Gets whether all hashes that were checked are those of the game.</summary>
    [JsonIgnore]
    public bool IsEqual => Result == "equal";
}

/// <summary>How a movie was played in an emulator.</summary>
/// <param name="Frames">All frames of the movie.</param>
/// <param name="Played">The frames that ran.</param>
/// <param name="Checked">The hashes that were compared; a movie of another program has none.</param>
/// <param name="Result">equal; differs; or interrupted, if a client pressed, wrote or loaded something meanwhile.</param>
/// <param name="After">The first difference came after this frame; null if there is none.</param>
/// <param name="Before">The first difference came at or before this frame; null if there is none.</param>
/// <param name="Regions">The regions of memory in which the first difference came; null if there is none.</param>
/// <param name="Frame">The game's frame afterwards.</param>
public sealed record MoviePlayed(
    int Frames, long Played, long Checked, string Result, long? After, long? Before, IReadOnlyList<string>? Regions, long Frame)
    : MovieResult(Frames, Played, Checked, Result, After, Before, Regions);

/// <summary>How a movie ran in a process of its own.</summary>
/// <param name="Frames">All frames of the movie.</param>
/// <param name="Played">The frames that ran.</param>
/// <param name="Checked">The hashes that were compared.</param>
/// <param name="Result">equal or differs.</param>
/// <param name="After">The first difference came after this frame; null if there is none.</param>
/// <param name="Before">The first difference came at or before this frame; null if there is none.</param>
/// <param name="Regions">The regions of memory in which the first difference came; null if there is none.</param>
/// <param name="Rom">The name of its ROM.</param>
public sealed record MovieVerified(
    int Frames, long Played, long Checked, string Result, long? After, long? Before, IReadOnlyList<string>? Regions, string Rom)
    : MovieResult(Frames, Played, Checked, Result, After, Before, Regions);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(MoviesJson))]
[JsonSerializable(typeof(MovieStored))]
[JsonSerializable(typeof(MovieWritten))]
[JsonSerializable(typeof(MoviePlayed))]
[JsonSerializable(typeof(MovieVerified))]
[JsonSerializable(typeof(MovieRequestJson))]
[JsonSerializable(typeof(MovieRecordingJson))]
[JsonSerializable(typeof(PlayMovieJson))]
internal sealed partial class MovieJson : JsonSerializerContext;

internal sealed record MoviesJson(IReadOnlyList<MovieFile> Movies);

internal sealed record MovieRequestJson(long? From = null, long? To = null, string? Start = null, string? State = null);

internal sealed record MovieRecordingJson(long From);

internal sealed record PlayMovieJson(double? Speed, int? To = null, string? Until = null, string? Lease = null);
