using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Clips;
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

    /// <summary>Max conditions of a branch.</summary>
    public const int MaxConditions = 16;

    /// <summary>Max bytes that all branches of a request read.</summary>
    public const int MaxReadBytes = 16 * 1024 * 1024;

    /// <summary>Conditions without a number, and those of the picture.</summary>
    public const string Changed = FrameRules.Changed, Increased = "increased", Decreased = "decreased", Same = "same", Still = "still",
        Is = "is";

    private const string NotOfScreen =
        """{"anyOf": [{"required": ["address"]}, {"required": ["type"]}, {"required": ["domain"]}, {"required": ["is"]}, """
        + """{"required": ["value"]}]}""";

    private const string OnlyOfScreen = """{"anyOf": [{"required": ["hash"]}, {"required": ["crop"]}]}""";

    private static readonly string[] WithoutNumber = [Changed, Increased, Decreased, Same];

    private static readonly string[] NeverOfCondition =
    [
        $$"""{"required": ["screen"], "allOf": [{{NotOfScreen}}]}""",
        $$"""{"not": {"required": ["screen"]}, "allOf": [{{OnlyOfScreen}}]}""",
        """{"required": ["hash", "screen"], "properties": {"screen": {"enum": ["changed", "still"]}}}""",
        """{"required": ["screen"], "not": {"required": ["hash"]}, "properties": {"screen": {"enum": ["is"]}}}""",
        """{"required": ["is", "value"], "properties": {"is": {"enum": ["changed", "increased", "decreased", "same"]}}}""",
        """
        {"required": ["is"], "not": {"anyOf": [
            {"properties": {"is": {"enum": ["changed", "increased", "decreased", "same"]}}}, {"required": ["value"]}]}}
        """,
        MemoryRules.ChainInDomain,
    ];

    /// <summary>Gets the rule for the comparison of a value.</summary>
    public static ChoiceRule Comparison { get; } = new([.. MemoryType.ComparisonRule.Choices, .. WithoutNumber])
    {
        Schema = "BranchComparison",
        Description = "How a value in memory is compared: with a number, with the value when the wait began, or with the frame before.",
    };

    /// <summary>Gets the rule for the comparison of the picture.</summary>
    public static ChoiceRule Screen { get; } = new([Changed, Still, Is])
    {
        Schema = "BranchPicture",
        Description = "A picture that differs from the one when the wait began, is that of the frame before, or has this hash.",
    };

    /// <summary>Gets the rule for the hash of a picture.</summary>
    public static TextRule Hash { get; } = new() { Pattern = "^[0-9a-f]{16}$", Min = 16, Max = 16 };

    /// <summary>Gets the rule for the frames in a row in which a condition must be true.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, WireLimits.WaitFrames, 1);

    /// <summary>Gets the rule for the frames in which a condition must begin to hold.</summary>
    public static IntegerRule ConditionTimeout { get; } = new("timeoutFrames", 1, WireLimits.WaitFrames);

    /// <summary>Gets the rule for the frames at the end of a branch.</summary>
    public static IntegerRule Settle { get; } = FrameRules.Settle with { Default = 0 };

    /// <summary>Gets the rule for the frame of the history from which branches begin.</summary>
    public static IntegerRule FromFrame { get; } = new("fromFrame", 1, int.MaxValue);

    /// <summary>Gets the rule for the number of processes; the setting is another limit.</summary>
    public static IntegerRule Spread { get; } = new("spread", 1, BranchOptions.MaxProcesses, 1);

    /// <summary>Gets the rule for a condition.</summary>
    public static ObjectRule Condition { get; } = new(typeof(BranchCondition), MembersOfCondition())
    {
        HasValueOfType = true,
        Never = [.. NeverOfCondition, """{"not": {"anyOf": [{"required": ["screen"]}, {"required": ["address", "is"]}]}}"""],
    };

    /// <summary>Gets the rule for what a branch waits for.</summary>
    public static ObjectRule Until { get; } = new(typeof(BranchUntil),
        [new("any", new ListRule(Condition, 1, MaxConditions)), new("all", new ListRule(Condition, 1, MaxConditions)),
            .. MembersOfCondition()])
    {
        HasValueOfType = true,
        Never =
        [
            .. NeverOfCondition,
            """
            {"not": {"anyOf": [{"required": ["screen"]}, {"required": ["address", "is"]}, {"required": ["any"]}, {"required": ["all"]}]}}
            """,
            """{"required": ["any", "all"]}""", NotWith("any"), NotWith("all"),
        ],
    };

    /// <summary>Gets the rule for a branch.</summary>
    public static ObjectRule Branch { get; } = new(typeof(BranchRequest),
        new("name", HistoryRules.MarkName), new("steps", InputRules.Steps), new("repeat", InputRules.Repeat),
        new("movie", MovieRules.Name), new("until", Until), new("timeoutFrames", FrameRules.TimeoutFrames), new("settle", Settle),
        new("read", MemoryRules.Places),
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

    private static MemberRule[] MembersOfCondition() =>
    [
        new("address", PointerChain.AddressRule), new("type", MemoryType.Rule), new("domain", Parameters.DomainName),
        new("is", Comparison), new("value", MemoryRules.Number), new("screen", Screen), new("hash", Hash), new("crop", ClipRules.Crop),
        new("frames", Frames), new("timeoutFrames", ConditionTimeout),
    ];

    private static string NotWith(string list) =>
        $$$"""{"required": ["{{{list}}}"], "anyOf": [{"required": ["screen"]}, {"required": ["frames"]}, """
        + $$"""{"required": ["timeoutFrames"]}, {{OnlyOfScreen}}, {{NotOfScreen}}]}""";
}
