using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.History;

/// <summary>What the bodies about the history accept.</summary>
internal static class HistoryRules
{
    /// <summary>Gets the rule for the name of a mark.</summary>
    public static TextRule MarkName { get; } = new() { Pattern = "^[!-~]([ -~]*[!-~])?$", Min = 1, Max = WireLimits.MarkBytes };

    /// <summary>Gets the rule for a number of frames back.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, int.MaxValue);

    /// <summary>Gets the rule for a number of seconds back.</summary>
    public static NumberRule Seconds { get; } = new("seconds", 0.01, 3600);

    /// <summary>Gets the rule for a frame of the history.</summary>
    public static IntegerRule ToFrame { get; } = new("toFrame", 0, int.MaxValue);

    /// <summary>Gets the rule for a mark.</summary>
    public static ObjectRule Mark { get; } = new(typeof(MarkRequest), new MemberRule("name", MarkName, IsRequired: true));

    /// <summary>Gets the rule for a rewind.</summary>
    public static ObjectRule Rewind { get; } = new(typeof(RewindRequest),
        new("frames", Frames), new("seconds", Seconds), new("toFrame", ToFrame), new("mark", MarkName), new("lease", FrameRules.Lease))
    {
        Never =
        [
            """{"required": ["frames", "seconds"]}""", """{"required": ["frames", "toFrame"]}""", """{"required": ["frames", "mark"]}""",
            """{"required": ["seconds", "toFrame"]}""", """{"required": ["seconds", "mark"]}""", """{"required": ["toFrame", "mark"]}""",
            """
            {"not": {"anyOf": [{"required": ["frames"]}, {"required": ["seconds"]}, {"required": ["toFrame"]}, {"required": ["mark"]}]}}
            """,
        ],
    };
}
