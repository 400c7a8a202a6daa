using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>The frames that a game can be rewound to, counted from its first one.</summary>
/// <param name="From">The first of them.</param>
/// <param name="Now">The present frame.</param>
/// <param name="To">The last one: after <paramref name="Now"/> only after a rewind.</param>
/// <param name="Bytes">The memory that the history takes.</param>
/// <param name="Marks">The marks, in the order in which they were set.</param>
/// <param name="HashedAt">The frame after which the memory was hashed last, mostly one of each 600; null: none yet.</param>
/// <param name="Hash">The hash of all writable memory then, which is equal in equal games.</param>
/// <param name="Frame">The number of the present frame everywhere else.</param>
public sealed record GameHistory(
    long From, long Now, long To, long Bytes, IReadOnlyList<HistoryMark> Marks, long? HashedAt, string? Hash, long Frame);

/// <summary>A named frame of the history.</summary>
/// <param name="Name">Its name.</param>
/// <param name="At">The frame of the history.</param>
public sealed record HistoryMark(string Name, long At);

/// <summary>A line of text at a frame.</summary>
/// <param name="Text">The text.</param>
/// <param name="At">The frame of the history; without a history, the frame number.</param>
public sealed record Note(string Text, long At);

/// <summary>The frames of the history after a rewind.</summary>
/// <param name="From">The first frame that the game can be rewound to.</param>
/// <param name="Now">The present frame.</param>
/// <param name="To">The last frame that it can go forward to.</param>
/// <param name="Frame">The number of the present frame everywhere else.</param>
public sealed record Rewound(long From, long Now, long To, long Frame);

/// <summary>Where to rewind to.</summary>
public sealed class RewindTo
{
    private RewindTo(RewindJson json) => Json = json;

    internal RewindJson Json { get; }

    /// <summary>Goes back by a number of frames, at least 1.</summary>
    public static RewindTo Back(int frames) => new(new RewindJson(frames, null, null, null, null));

    /// <summary>Goes back by 0.01 to 3,600 seconds of the game.</summary>
    public static RewindTo Back(TimeSpan time) => new(new RewindJson(null, time.TotalSeconds, null, null, null));

    /// <summary>Goes to a frame of the history, also forward.</summary>
    public static RewindTo Frame(long frame) => new(new RewindJson(null, null, frame, null, null));

    /// <summary>Goes to a marked frame.</summary>
    public static RewindTo Mark(string name) => new(new RewindJson(null, null, null, name, null));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(GameHistory))]
[JsonSerializable(typeof(Rewound))]
[JsonSerializable(typeof(RewindJson))]
[JsonSerializable(typeof(NameJson))]
[JsonSerializable(typeof(MarkedJson))]
[JsonSerializable(typeof(TextJson))]
[JsonSerializable(typeof(NotesJson))]
internal sealed partial class HistoryJson : JsonSerializerContext;

internal sealed record MarkedJson(long At);

internal sealed record TextJson(string Text);

internal sealed record NotesJson(IReadOnlyList<Note> Notes);

internal sealed record RewindJson(int? Frames, double? Seconds, long? ToFrame, string? Mark, string? Lease);
