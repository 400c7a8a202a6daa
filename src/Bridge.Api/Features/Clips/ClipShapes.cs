using System.Text.Json.Serialization;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips;

/// <summary>
/// What a clip shows: the last seconds, frames of the history, or a movie; and how. Crop is in pixels of the game. Text is a line over the
/// pictures.
/// </summary>
internal sealed record ClipRequest(
    double? Seconds = null, int? From = null, int? To = null, string? Movie = null, string? Format = null, int? Fps = null,
    int? Scale = null, Crop? Crop = null, bool? Sound = null, IReadOnlyList<string?>? Overlay = null, string? Text = null,
    string? OnlyFrames = null, bool? Wait = null);

/// <summary>
/// A clip: its first and last frame in numbers of the history or of the movie, how many of its frames are rendered, its pictures a second,
/// and its file. State is waiting, rendering, done or failed; reducedPictures are those with more colors than a GIF has. Notes is the
/// number of its subtitles. Live: it was recorded from its beginning on, because the emulator has no history, and lacks dropped pictures.
/// </summary>
internal sealed record ClipShape(
    string Id, string Emulator, string State, string Format, long From, long To,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Movie,
    long Frames, long Rendered, double Seconds,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? Fps,
    bool Sound, DateTimeOffset CreatedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Bytes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? ReducedPictures,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Problem, int Notes = 0,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Live = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Dropped = null)
{
    /// <summary>Returns the seconds of frames, rounded.</summary>
    public static double SecondsOf(long frames) => Math.Round(frames / FrameTime.FramesPerSecond, 3);
}

/// <summary>The clips of an emulator, the oldest first.</summary>
internal sealed record ClipList(IReadOnlyList<ClipShape> Clips);
