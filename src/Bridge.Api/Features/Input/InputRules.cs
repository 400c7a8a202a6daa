using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Input;

/// <summary>What the bodies and parameters about buttons and sequences accept.</summary>
internal static class InputRules
{
    /// <summary>Max steps of a sequence.</summary>
    public const int MaxSteps = 256;

    /// <summary>Gets the rule for the frames that buttons are down.</summary>
    public static IntegerRule Hold { get; } = new("hold", 1, WireLimits.HoldFrames, 6);

    /// <summary>Gets the rule for the frames that buttons stay up after a press.</summary>
    public static IntegerRule Release { get; } = new("release", 1, WireLimits.ReleaseFrames, 2);

    /// <summary>Gets the rule for the frames that buttons stay up after a step of a sequence.</summary>
    public static IntegerRule StepRelease { get; } = Release with { Min = 0 };

    /// <summary>Gets the rule for the frames of a step that presses nothing.</summary>
    public static IntegerRule Pause { get; } = new("wait", 1, WireLimits.SequenceFrames);

    /// <summary>Gets the rule for the frame, from 0, in which a step starts. In the last one a step of one frame still fits.</summary>
    public static IntegerRule At { get; } = new("at", 0, WireLimits.SequenceFrames - 1);

    /// <summary>Gets the rule for the repetitions of a sequence.</summary>
    public static IntegerRule Repeat { get; } = new("repeat", 1, WireLimits.SequenceRepeats, 1);

    /// <summary>Gets the rule for whether to wait for the end.</summary>
    public static FlagRule Wait { get; } = new("wait", Default: true);

    /// <summary>Gets the rule for the milliseconds that buttons stay down without a renewal.</summary>
    public static IntegerRule LeaseMilliseconds { get; } =
        new("leaseMilliseconds", WireLimits.MinLeaseMilliseconds, WireLimits.MaxLeaseMilliseconds);

    /// <summary>Gets the rule for the id of a press or a sequence.</summary>
    public static IntegerRule Id { get; } = new("id", 1, int.MaxValue);

    /// <summary>Gets the rule for buttons to hold.</summary>
    public static ObjectRule ButtonHold { get; } = new(typeof(ButtonHold),
        new("buttons", ButtonNames.ListRule, IsRequired: true), new("leaseMilliseconds", LeaseMilliseconds));

    /// <summary>Gets the rule for a press.</summary>
    public static ObjectRule ButtonPress { get; } = new(typeof(ButtonPress),
        new("buttons", ButtonNames.SomeRule, IsRequired: true), new("hold", Hold), new("release", Release), new("wait", Wait));

    /// <summary>Gets the rule for the steps of a sequence.</summary>
    public static ListRule Steps { get; } = new(
        new ObjectRule(typeof(SequenceStep), new("buttons", ButtonNames.ListRule), new("hold", Hold), new("release", StepRelease),
            new("wait", Pause), new("at", At))
        {
            // A step waits or presses. Without wait, buttons are required, and an empty list is refused like a missing one.
            Never =
            [
                """{"required": ["wait", "buttons"]}""", """{"required": ["wait", "hold"]}""", """{"required": ["wait", "release"]}""",
                """{"not": {"anyOf": [{"required": ["wait"]}, {"required": ["buttons"]}]}}""",
                """{"properties": {"buttons": {"type": "array", "maxItems": 0}}, "required": ["buttons"]}""",
            ],
        },
        1, MaxSteps);

    /// <summary>Gets the rule for a sequence.</summary>
    public static ObjectRule SequenceToPlay { get; } = new(typeof(SequenceToPlay),
        new("steps", Steps, IsRequired: true), new("repeat", Repeat), new("wait", Wait), new("until", ConditionRules.Until))
    {
        Never = ["""{"required": ["until", "wait"], "properties": {"wait": {"enum": [false]}}}"""],
    };
}
