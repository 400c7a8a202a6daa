using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>What a clip shows, and how. Null: the bridge's default.</summary>
public sealed record ClipRequest
{
    /// <summary>Gets the last seconds, 0.01 to 600; not together with the frames or a movie.</summary>
    public double? Seconds { get; init; }

    /// <summary>Gets the first frame of the history or of the movie.</summary>
    public long? From { get; init; }

    /// <summary>Gets the last frame.</summary>
    public long? To { get; init; }

    /// <summary>Gets the name of a stored movie.</summary>
    public string? Movie { get; init; }

    /// <summary>Gets the format: gif (default), apng, wav; or, with ffmpeg on the bridge's machine, webp, mp4 or webm.</summary>
    public string? Format { get; init; }

    /// <summary>Gets the pictures a second, 1 to 60, in a GIF to 30.</summary>
    public int? Fps { get; init; }

    /// <summary>Gets the width and height of a pixel of the game, 1 to 8.</summary>
    public int? Scale { get; init; }

    /// <summary>Gets the part of the picture that it shows.</summary>
    public Crop? Crop { get; init; }

    /// <summary>Gets whether an MP4 or WebM has sound.</summary>
    public bool? Sound { get; init; }

    /// <summary>Gets what it shows over the pictures: buttons, frame, notes.</summary>
    public IReadOnlyList<string>? Overlay { get; init; }

    /// <summary>Gets a line over the pictures, up to 100 characters.</summary>
    public string? Text { get; init; }

    /// <summary>Gets which frames it has: changed leaves out the time in which the picture stays the same.</summary>
    public string? OnlyFrames { get; init; }

    [JsonInclude]
    internal bool Wait { get; } = true;
}

/// <summary>A rectangle of the game's picture in pixels.</summary>
public sealed record Crop(int X, int Y, int Width, int Height);

/// <summary>A clip.</summary>
/// <param name="Format">Its format.</param>
/// <param name="File">Its file.</param>
/// <param name="From">The first frame of the history or of the movie that it shows.</param>
/// <param name="To">The last frame.</param>
/// <param name="Seconds">The seconds of these frames.</param>
/// <param name="Fps">Its exact pictures a second; null without pictures.</param>
/// <param name="ReducedPictures">The pictures of a GIF with more colors than it can have.</param>
/// <param name="Subtitles">The notes of these frames as WebVTT; null without notes.</param>
/// <param name="Dropped">The pictures that a recording of an emulator without a history lacks.</param>
public sealed record Clip(
    string Format, byte[] File, long From, long To, double Seconds, double? Fps, int ReducedPictures, string? Subtitles, long Dropped);

/// <summary>What the bridge says of a clip.</summary>
internal sealed record ClipJson(
    string Id, string Format, long From, long To, double Seconds, double? Fps, int? ReducedPictures, int Notes, long? Dropped);

/// <summary>How loud the sound is.</summary>
internal sealed record VolumeJson(double Volume);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ClipRequest))]
[JsonSerializable(typeof(ClipJson))]
[JsonSerializable(typeof(VolumeJson))]
internal sealed partial class ClipsJson : JsonSerializerContext;
