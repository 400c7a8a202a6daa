using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.History;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.States;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Branches;

/// <summary>What the bodies about branches accept (docs/protocol/branches.md).</summary>
internal static class BranchRules
{
    /// <summary>Max branches of a request.</summary>
    public const int MaxBranches = 256;

    /// <summary>Max frames of a branch.</summary>
    public const int MaxFrames = WireLimits.WaitFrames;

    /// <summary>Max frames of all branches of a request.</summary>
    public const int MaxAllFrames = 2_000_000;

    /// <summary>Max bytes that all branches of a request read.</summary>
    public const int MaxReadBytes = 16 * 1024 * 1024;

    /// <summary>Gets the rule for the frames at the end of a branch.</summary>
    public static IntegerRule Settle { get; } = FrameRules.Settle with { Default = 0 };

    /// <summary>Gets the rule for the frame of the history from which branches begin.</summary>
    public static IntegerRule FromFrame { get; } = new("fromFrame", 1, int.MaxValue);

    /// <summary>Gets the rule for the number of processes; the setting is another limit.</summary>
    public static IntegerRule Spread { get; } = new("spread", 1, BranchOptions.MaxProcesses, Default: 1);

    /// <summary>Gets the rule for a branch.</summary>
    public static ObjectRule Branch { get; } = new(typeof(BranchRequest),
        new("name", HistoryRules.MarkName), new("steps", InputRules.Steps), new("repeat", InputRules.Repeat),
        new("movie", MovieRules.Name), new("until", ConditionRules.Until), new("timeoutFrames", ConditionRules.Timeout),
        new("settle", Settle), new("read", MemoryRules.Places),
        new("screen", new FlagOrObjectRule(new FlagRule("screen"), ScreenRules.Picture)
            { Description = "true: the picture at the end as a PNG, in the member png. An object: the picture in this form, in screen." }))
    {
        Never =
        [
            """{"required": ["steps", "movie"]}""",
            """{"required": ["repeat"], "not": {"required": ["steps"]}}""",
            """{"required": ["timeoutFrames"], "not": {"required": ["until"]}}""",
        ],
    };

    /// <summary>Gets the rule for branches of one moment.</summary>
    public static ObjectRule Request { get; } = new(typeof(BranchesRequest),
        new("branches", new ListRule(Branch, 1, MaxBranches), IsRequired: true), new("state", StateName.Rule),
        new("fromFrame", FromFrame), new("keep", HistoryRules.MarkName), new("spread", Spread), new("lease", FrameRules.Lease))
    {
        Never = ["""{"required": ["state", "fromFrame"]}""", """{"required": ["lease"], "not": {"required": ["keep"]}}"""],
    };
}
