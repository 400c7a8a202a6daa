using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Movies;

/// <summary>The movies of the running game, by name.</summary>
internal sealed record MovieList(IReadOnlyList<StoredMovie> Movies);

/// <summary>A movie: its name, its size in bytes, and when it was saved.</summary>
internal sealed record StoredMovie(string Name, long Bytes, DateTimeOffset SavedAt);

/// <summary>
/// A movie that a client has stored: its frames, whether it starts with power or from a state, the format that it came in, and what differs
/// from the program that made it.
/// </summary>
internal sealed record MovieStored(
    string Name, int Frames, string Start, string Source, int Hashes, IReadOnlyList<string> Notes, long Bytes, DateTimeOffset SavedAt);

/// <summary>What to write: frames of the history, or all that follows from now, from a reset or from a named state on.</summary>
internal sealed record MovieRequest(int? From = null, int? To = null, string? Start = null, string? State = null);

/// <summary>A movie that was written: its frames, the first and the last of them in numbers of the history, and its hashes.</summary>
internal sealed record MovieWritten(string Name, int Frames, long From, long To, int Hashes, long Bytes, long Frame);

/// <summary>A movie that is being recorded, and its first frame in numbers of the history.</summary>
internal sealed record MovieRecording(string Name, long From, long Frame);

/// <summary>How to play a movie.</summary>
internal sealed record PlayRequest(double? Speed = null, int? To = null, string? Until = null, string? Lease = null);

/// <summary>
/// How a movie was played: frames of the movie, those that ran, hashes compared, and the result. With differs the first difference came
/// after the frame after and at or before the frame before, in regions of memory.
/// </summary>
internal sealed record MoviePlayed(
    string Name, int Frames, long Played, long Checked, string Result,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? After,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Before,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Regions, long Frame);
