using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>What requests about a stopped game accept.</summary>
internal static class StopRules
{
    /// <summary>Gets the rule for the frames to wait for a stop.</summary>
    public static IntegerRule Timeout { get; } = new("timeoutFrames", 1, WireLimits.WaitFrames, 600);

    /// <summary>Gets the rule for the number of instructions.</summary>
    public static IntegerRule Instructions { get; } = new("instructions", 1, WireLimits.StepInstructions, 1);

    /// <summary>Gets the rule for a step.</summary>
    public static ObjectRule Step { get; } =
        new(typeof(InstructionStep), new("instructions", Instructions), new("timeoutFrames", Timeout));
}
