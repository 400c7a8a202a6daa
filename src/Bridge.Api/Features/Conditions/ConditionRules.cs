using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Conditions;

/// <summary>What conditions to wait for accept.</summary>
internal static class ConditionRules
{
    /// <summary>Max conditions of a wait.</summary>
    public const int MaxConditions = 16;

    /// <summary>Names of the conditions on a value that take no number, and of the conditions on the picture.</summary>
    public const string Changed = "changed", Increased = "increased", Decreased = "decreased", Same = "same", Still = "still",
        Calm = "calm", Is = "is";

    // The following are JSON schemas of combinations of members that are refused.
    private const string NotOfScreen =
        """{"anyOf": [{"required": ["address"]}, {"required": ["type"]}, {"required": ["domain"]}, {"required": ["is"]}, """
        + """{"required": ["value"]}]}""";

    private const string OnlyOfScreen = """{"anyOf": [{"required": ["hash"]}, {"required": ["crop"]}]}""";

    private const string NotOfAchievement =
        $$"""{"anyOf": [{"required": ["screen"]}, {"required": ["frames"]}, {{OnlyOfScreen}}, {{NotOfScreen}}]}""";

    private static readonly string[] NeverOfCondition =
    [
        $$"""{"required": ["achievement"], "allOf": [{{NotOfAchievement}}]}""",
        $$"""{"required": ["screen"], "allOf": [{{NotOfScreen}}]}""",
        $$"""{"not": {"required": ["screen"]}, "allOf": [{{OnlyOfScreen}}]}""",
        """{"required": ["hash", "screen"], "properties": {"screen": {"enum": ["changed", "still", "calm"]}}}""",
        """{"required": ["screen"], "not": {"required": ["hash"]}, "properties": {"screen": {"enum": ["is"]}}}""",
        """{"required": ["is", "value"], "properties": {"is": {"enum": ["changed", "increased", "decreased", "same"]}}}""",
        """
        {"required": ["is"], "not": {"anyOf": [
            {"properties": {"is": {"enum": ["changed", "increased", "decreased", "same"]}}}, {"required": ["value"]}]}}
        """,
        MemoryRules.ChainInDomain,
    ];

    /// <summary>Gets the rule for the comparison of a value.</summary>
    public static ChoiceRule Comparison { get; } = new([.. MemoryType.ComparisonRule.Choices, Changed, Increased, Decreased, Same])
    {
        Schema = "ConditionComparison",
        Description = "How a value in memory is compared: with a number, with the value at the beginning, or (same) with the frame before.",
    };

    /// <summary>Gets the rule for the comparison of the picture.</summary>
    public static ChoiceRule Screen { get; } = new([Changed, Still, Calm, Is])
    {
        Schema = "ConditionPicture",
        Description = "A picture that differs from the one at the beginning, is that of the frame before, is calm (still, but for parts "
            + "that keep moving), or has this hash.",
    };

    /// <summary>Gets the rule for the hash of a picture.</summary>
    public static TextRule Hash { get; } = new() { Pattern = "^[0-9a-f]{16}$", Min = 16, Max = 16 };

    /// <summary>Gets the rule for conditions of RetroAchievements; the script knows their syntax.</summary>
    public static TextRule Achievement { get; } = new() { Pattern = "^[ -~]+$", Min = 1, Max = WireLimits.AchievementBytes };

    /// <summary>Returns a string of conditions of RetroAchievements if it has an accepted form.</summary>
    /// <exception cref="RequestException">It does not: 400.</exception>
    public static string CheckAchievement(string text) =>
        Achievement.HasLength(text) && text.All(character => character is >= ' ' and <= '~')
            ? text
            : throw Parameters.Refuse("achievement", text, $"1 to {Achievement.Max} printable ASCII characters");

    /// <summary>Gets the rule for the frames in a row in which a condition must be true.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, WireLimits.WaitFrames, 1);

    /// <summary>Gets the rule for the frames of a whole wait.</summary>
    public static IntegerRule Timeout { get; } = new("timeoutFrames", 1, WireLimits.WaitFrames, 600);

    /// <summary>Gets the rule for the frames in which a condition must begin to hold.</summary>
    public static IntegerRule TimeoutFrames { get; } = new("timeoutFrames", 1, WireLimits.WaitFrames);

    /// <summary>Gets the rule for a condition.</summary>
    public static ObjectRule Condition { get; } = new(typeof(Condition), MembersOfCondition())
    {
        HasValueOfType = true,
        Never =
        [
            .. NeverOfCondition,
            """{"not": {"anyOf": [{"required": ["screen"]}, {"required": ["address", "is"]}, {"required": ["achievement"]}]}}""",
        ],
    };

    /// <summary>Gets the rule for what to wait for.</summary>
    public static ObjectRule Until { get; } = new(typeof(Until),
        [new("any", new ListRule(Condition, 1, MaxConditions)), new("all", new ListRule(Condition, 1, MaxConditions)),
            .. MembersOfCondition()])
    {
        HasValueOfType = true,
        Never =
        [
            .. NeverOfCondition,
            """
            {"not": {"anyOf": [{"required": ["screen"]}, {"required": ["address", "is"]}, {"required": ["achievement"]},
                               {"required": ["any"]}, {"required": ["all"]}]}}
            """,
            """{"required": ["any", "all"]}""", NotWith("any"), NotWith("all"),
        ],
    };

    private static MemberRule[] MembersOfCondition() =>
    [
        new("address", PointerChain.AddressRule), new("type", MemoryType.Rule), new("domain", Parameters.DomainName),
        new("is", Comparison), new("value", MemoryRules.Number), new("screen", Screen), new("hash", Hash), new("crop", Crop.Rule),
        new("achievement", Achievement), new("frames", Frames), new("timeoutFrames", TimeoutFrames),
    ];

    private static string NotWith(string list) =>
        $$$"""{"required": ["{{{list}}}"], "anyOf": [{"required": ["screen"]}, {"required": ["achievement"]}, {"required": ["frames"]}, """
        + $$"""{"required": ["timeoutFrames"]}, {{OnlyOfScreen}}, {{NotOfScreen}}]}""";
}
