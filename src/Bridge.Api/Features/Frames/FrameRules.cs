using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;
using Bridge.Api.Features.States;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>What the bodies and parameters about waits, speed, holds, steps and turns accept.</summary>
internal static class FrameRules
{
    // There is no picture of a frame that is not drawn.
    private const string ScreenOfNoFrame = """{"required": ["draw", "screen"], "properties": {"draw": {"enum": [false]}}}""";

    private static readonly MemberRule Draw = new("draw", new FlagRule("draw", Default: true));

    /// <summary>Gets the rule for the frames of a wait.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, WireLimits.WaitFrames);

    /// <summary>Gets the rule for the frames after a turn.</summary>
    public static IntegerRule Settle { get; } = new("settle", 0, WireLimits.WaitFrames);

    /// <summary>Gets the rule for the frames between two pictures of a turn.</summary>
    public static IntegerRule KeyFrames { get; } = new("keyFrames", 1, WireLimits.WaitFrames);

    /// <summary>Gets the rule for the frames of a step.</summary>
    public static IntegerRule StepFrames { get; } = new("frames", 1, WireLimits.StepFrames, 1);

    /// <summary>Gets the rule for the speed.</summary>
    public static NumberRule Speed { get; } = new("speed", SpeedCommands.Slowest, SpeedCommands.Fastest, Besides: 0);

    /// <summary>Gets the rule for the seconds of a hold without a renewal.</summary>
    public static NumberRule LeaseSeconds { get; } =
        new("leaseSeconds", WireLimits.MinLeaseMilliseconds / 1000.0, WireLimits.MaxLeaseMilliseconds / 1000.0, 20);

    /// <summary>Gets the rule for the lease of a hold.</summary>
    public static TextRule Lease { get; } = new() { Pattern = "^[0-9A-Za-z]+$", Min = 1, Max = 64 };

    /// <summary>Gets the rule for the name of a hold's owner.</summary>
    public static TextRule Owner { get; } = new() { Pattern = "^ *[!-~][ -~]*$", Min = 1, Max = WireLimits.OwnerBytes };

    /// <summary>Gets the rule for whether to end the hold of any client.</summary>
    public static FlagRule Force { get; } = new("force");

    /// <summary>Gets the rule for a wait.</summary>
    public static ObjectRule Wait { get; } = new(typeof(WaitRequest),
        new("frames", Frames), new("until", ConditionRules.Until), new("timeoutFrames", ConditionRules.Timeout))
    {
        Never =
        [
            """{"required": ["frames", "until"]}""",
            """{"not": {"anyOf": [{"required": ["frames"]}, {"required": ["until"]}]}}""",
            """{"required": ["timeoutFrames"], "not": {"required": ["until"]}}""",
        ],
    };

    /// <summary>Gets the rule for a speed to set.</summary>
    public static ObjectRule SpeedSetting { get; } = new(typeof(SpeedSetting),
        new("speed", Speed, IsRequired: true), new("leaseMilliseconds", InputRules.LeaseMilliseconds));

    /// <summary>Gets the rule for a hold.</summary>
    public static ObjectRule Hold { get; } = new(typeof(HoldRequest),
        new("leaseSeconds", LeaseSeconds), new("exclusive", new FlagRule("exclusive")), new("lease", Lease), new("owner", Owner));

    /// <summary>Gets the rule for a step.</summary>
    public static ObjectRule Step { get; } = new(typeof(StepRequest),
        new("frames", StepFrames), new("buttons", ButtonNames.ListRule), new("sensors", SensorRules.Sensors), new("lease", Lease),
        new("read", MemoryRules.Places), Draw,
        new("screen", ScreenRules.Picture)) { Never = [ScreenOfNoFrame] };

    /// <summary>Gets the rule for a step of several emulators. Other code compares the lengths of the lists.</summary>
    public static ObjectRule StepOfMany { get; } = new(typeof(StepManyRequest),
        // Which of them exist, and which states they have, is a matter of each emulator.
        new("emulators", new ListRule(new TextRule(), 1, StepMany.MaxEmulators) { IsUnique = true }, IsRequired: true),
        new("frames", StepFrames), new("buttons", new ListRule(ButtonNames.ListRule)),
        new("leases", new ListRule(Lease) { TakesNull = true }),
        new("states", new ListRule(new TextRule()) { TakesNull = true }),
        new("sensors", new ListRule(SensorRules.Sensors) { TakesNull = true }),
        new("read", MemoryRules.Places), Draw,
        new("screen", ScreenRules.Picture)) { Never = [ScreenOfNoFrame] };

    /// <summary>Gets the rule for a turn.</summary>
    public static ObjectRule Act { get; } = new(typeof(ActRequest),
        new("state", StateName.Rule), new("sensors", SensorRules.Sensors), new("steps", InputRules.Steps), new("repeat", InputRules.Repeat),
        new("until", ConditionRules.Until), new("timeoutFrames", ConditionRules.Timeout),
        new("during", new FlagRule("during")), new("settle", Settle), new("read", MemoryRules.Places),
        new("screen", new FlagOrObjectRule(new FlagRule("screen"), ScreenRules.Picture)
            { Description = "true: the picture at the end as a PNG, in the member png. An object: the picture in this form, in screen." }),
        new("scale", ScreenEndpoints.Scale), new("keyFrames", KeyFrames), new("eachStep", new FlagRule("eachStep")),
        new("speed", Speed), new("lease", Lease))
    {
        Never =
        [
            """
            {"required": ["eachStep"], "properties": {"eachStep": {"type": "boolean", "enum": [true]}},
             "not": {"required": ["steps"],
                     "anyOf": [{"required": ["read"]},
                               {"required": ["screen"], "properties": {"screen": {"type": "boolean", "enum": [true]}}},
                               {"required": ["screen"], "properties": {"screen": {"type": "object"}}}]}}
            """,
            """
            {"required": ["during"], "properties": {"during": {"type": "boolean", "enum": [true]}},
             "not": {"required": ["steps", "until"]}}
            """,
            """{"required": ["repeat"], "not": {"required": ["steps"]}}""",
            """{"required": ["timeoutFrames"], "not": {"required": ["until"]}}""",
            """
            {"required": ["scale"],
             "not": {"anyOf": [{"required": ["keyFrames"]},
                               {"required": ["screen"], "properties": {"screen": {"type": "boolean", "enum": [true]}}}]}}
            """,
        ],
    };
}
