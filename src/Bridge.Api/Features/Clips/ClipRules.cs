using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips;

/// <summary>What the bodies about clips accept.</summary>
internal static class ClipRules
{
    /// <summary>The max seconds of a clip.</summary>
    public const int MaxSeconds = 600;

    private const int IdLength = 32;

    private const string Changed = "changed", Buttons = "buttons", Frame = "frame", Notes = "notes";

    /// <summary>Gets the rule for the identifier of a clip.</summary>
    public static TextRule Id { get; } = new() { Pattern = "^[0-9a-f]{32}$" };

    /// <summary>Gets the rule for the last seconds.</summary>
    public static NumberRule Seconds { get; } = new("seconds", 0.01, MaxSeconds);

    /// <summary>Gets the rule for the first frame.</summary>
    public static IntegerRule From { get; } = new("from", 0, int.MaxValue);

    /// <summary>Gets the rule for the last frame.</summary>
    public static IntegerRule To { get; } = new("to", 0, int.MaxValue);

    /// <summary>Gets the rule for the format.</summary>
    public static ChoiceRule Format { get; } = new([.. ClipFormat.All.Select(format => format.Name)], ClipFormat.Gif.Name)
    {
        Schema = "ClipFormat", Description = "A file format of clips. ffmpeg writes webp, mp4 and webm.",
    };

    /// <summary>Gets the rule for the pictures a second.</summary>
    public static IntegerRule Fps { get; } = new("fps", 1, 60);

    /// <summary>Gets the rule for the width and height of a pixel.</summary>
    public static IntegerRule Scale { get; } = new("scale", 1, 8);

    /// <summary>Gets the rule for what is shown over the pictures.</summary>
    public static ListRule OverlayParts { get; } = new(OverlayPart) { IsUnique = true };

    /// <summary>Gets the rule for a line of text.</summary>
    public static TextRule Text { get; } = new() { Min = 1, Max = 100 };

    /// <summary>Gets the rule for which frames a clip has.</summary>
    public static ChoiceRule OnlyFrames { get; } = new([Changed])
    {
        Schema = "ClipFrames", Description = "changed: the time in which the picture stays the same is left out.",
    };

    /// <summary>Gets the rule for a clip.</summary>
    public static ObjectRule Request { get; } = new(typeof(ClipRequest),
        new("seconds", Seconds), new("from", From), new("to", To), new("movie", MovieRules.Name), new("format", Format),
        new("fps", Fps), new("scale", Scale), new("crop", Crop.Rule), new("sound", new FlagRule("sound")), new("overlay", OverlayParts),
        new("text", Text), new("onlyFrames", OnlyFrames), new("wait", new FlagRule("wait")))
    {
        Never =
        [
            """{"required": ["seconds", "from"]}""", """{"required": ["seconds", "to"]}""", """{"required": ["seconds", "movie"]}""",
            """{"required": ["fps"], "properties": {"fps": {"minimum": 31}, "format": {"enum": ["gif", null]}}}""",
            """
            {"required": ["sound"], "properties": {"sound": {"enum": [true]}, "format": {"enum": ["gif", "apng", "webp", null]}}}
            """,
            """{"required": ["sound", "onlyFrames"], "properties": {"sound": {"enum": [true]}}}""",
            """{"required": ["sound", "format"], "properties": {"sound": {"enum": [false]}, "format": {"enum": ["wav"]}}}""",
            """{"required": ["onlyFrames", "format"], "properties": {"format": {"enum": ["wav"]}}}""",
        ],
    };

    private static ChoiceRule OverlayPart => new([Buttons, Frame, Notes]);

    /// <summary>Checks the identifier of a clip.</summary>
    /// <exception cref="RequestException">It has another form.</exception>
    public static string CheckId(string id) => IsId(id)
        ? id
        : throw Parameters.Refuse("id", id, "32 hexadecimal digits, from POST …/clips");

    /// <summary>Returns whether a text has the form of an identifier.</summary>
    public static bool IsId(string id) => id.Length == IdLength && id.All(char.IsAsciiHexDigitLower);

    /// <summary>Returns how a clip is to be made.</summary>
    /// <exception cref="RequestException">The request has a wrong value, or values that don't go together.</exception>
    public static ClipPlan PlanOf(ClipRequest request)
    {
        var format = FormatOf(request.Format);
        var fps = request.Fps is null ? format.DefaultFps : Fps.Check(request.Fps.Value);
        if (fps > format.MaxFps)
            throw Parameters.Refuse("fps", $"{fps}", $"1 to {format.MaxFps} with the format {format.Name}");
        var onlyChanged = request.OnlyFrames is { } only
            && (OnlyFrames.Accepts(only) ? true : throw Parameters.Refuse("onlyFrames", only, OnlyFrames.Names));
        var sound = request.Sound ?? (format.HasSound && !onlyChanged);
        if (sound && !format.HasSound)
            throw Together($"sound can't be combined with the format {format.Name}, which has none.", "sound");
        if (sound && onlyChanged)
            throw Together("sound can't be combined with onlyFrames, which leaves out time.", "sound");
        if (!format.HasPictures && onlyChanged)
            throw Together($"onlyFrames can't be combined with the format {format.Name}, which has no pictures.", "onlyFrames");
        if (!format.HasPictures && !sound)
            throw Together($"sound can't be false with the format {format.Name}, which has nothing else.", "sound");
        var scale = request.Scale is null ? format.DefaultScale : Scale.Check(request.Scale.Value);
        return new ClipPlan(format, (int)Math.Round(FrameTime.FramesPerSecond / fps), scale)
        {
            Crop = request.Crop?.Read(), HasSound = sound, OnlyChanged = onlyChanged,
            Overlay = OverlayOf(request),
        };
    }

    private static ClipFormat FormatOf(string? name) => name is null
        ? ClipFormat.Gif
        : ClipFormat.All.FirstOrDefault(format => format.Name == name) ?? throw Parameters.Refuse("format", name, Format.Names);

    private static Overlay? OverlayOf(ClipRequest request)
    {
        var parts = request.Overlay ?? [];
        foreach (var part in parts)
        {
            if (part is null || !OverlayPart.Accepts(part))
                throw Parameters.Refuse("overlay", part ?? "null", OverlayPart.Names);
        }

        if (parts.Distinct().Count() < parts.Count)
            throw Together("overlay must have each of its parts at most once.", "overlay");
        if (request.Text is { } text && (!Text.HasLength(text) || text.Any(char.IsControl)))
            throw Parameters.Refuse("text", text, "1 to 100 characters of one line");
        return parts.Count == 0 && request.Text is null
            ? null
            : new Overlay(parts.Contains(Buttons), parts.Contains(Frame), parts.Contains(Notes), request.Text);
    }

    private static RequestException Together(string sentence, string name) => new(ProblemTypes.InvalidParameter, sentence, name);
}
