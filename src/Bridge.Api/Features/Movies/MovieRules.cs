using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;

namespace Bridge.Api.Features.Movies;

/// <summary>What the bodies and parameters about movies accept.</summary>
internal static class MovieRules
{
    /// <summary>Recording begins at once.</summary>
    public const string Now = "now";

    /// <summary>Recording begins with a reset of the game.</summary>
    public const string Reset = "reset";

    /// <summary>Playing ends at the first hash that differs.</summary>
    public const string Difference = "difference";

    /// <summary>Playing ends with the movie.</summary>
    public const string End = "end";

    /// <summary>The bridge's own format.</summary>
    public const string OwnFormat = "bridge";

    /// <summary>BizHawk's format.</summary>
    public const string Bk2Format = "bk2";

    /// <summary>Gets the rule for the name of a movie: that of a state.</summary>
    public static TextRule Name { get; } = StateName.Rule with { Schema = "MovieName", Description = "The name of a movie." };

    /// <summary>Gets the rule for the format of a downloaded movie.</summary>
    public static ChoiceRule Format { get; } = new([OwnFormat, Bk2Format], OwnFormat);

    /// <summary>Parses the format of a downloaded movie; null: the default.</summary>
    /// <exception cref="Contract.Errors.RequestException">There is no such format.</exception>
    public static string FormatOf(string? format) => format is null || Format.Accepts(format)
        ? format ?? OwnFormat
        : throw Parameters.Refuse("format", format, Format.Names);

    /// <summary>Gets the rule for the first frame, in numbers of the history.</summary>
    public static IntegerRule From { get; } = new("from", 0, int.MaxValue);

    /// <summary>Gets the rule for the last frame, in numbers of the history.</summary>
    public static IntegerRule To { get; } = new("to", 0, int.MaxValue);

    /// <summary>Gets the rule for where a recording begins.</summary>
    public static ChoiceRule Start { get; } = new([Now, Reset])
    {
        Schema = "MovieStart", Description = "Where a recording begins: now, or with a reset of the game.",
    };

    /// <summary>Gets the rule for the last frame of a movie to play.</summary>
    public static IntegerRule PlayedTo { get; } = new("to", 1, MovieLimits.Frames);

    /// <summary>Gets the rule for when playing ends.</summary>
    public static ChoiceRule Until { get; } = new([Difference, End], Difference)
    {
        Schema = "MovieUntil", Description = "When playing ends: at the first hash that differs, or with the movie.",
    };

    /// <summary>Gets the rule for a movie to write or to record.</summary>
    public static ObjectRule Request { get; } = new(typeof(MovieRequest),
        new("from", From), new("to", To), new("start", Start), new("state", StateName.Rule))
    {
        Never =
        [
            """{"required": ["start", "from"]}""", """{"required": ["start", "to"]}""",
            """{"required": ["state", "from"]}""", """{"required": ["state", "to"]}""", """{"required": ["state", "start"]}""",
        ],
    };

    /// <summary>Gets the rule for how to play a movie.</summary>
    public static ObjectRule Play { get; } = new(typeof(PlayRequest),
        new("speed", FrameRules.Speed), new("to", PlayedTo), new("until", Until), new("lease", FrameRules.Lease));
}
