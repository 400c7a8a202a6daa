using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Disassembly;

/// <summary>What a disassembly accepts.</summary>
internal static class DisassemblyRules
{
    /// <summary>Gets the rule for the number of instructions.</summary>
    public static IntegerRule Lines { get; } = new("lines", 1, WireLimits.DisassemblyLines, 16);

    /// <summary>Gets the rule for the instruction set.</summary>
    public static ChoiceRule Mode { get; } = new(["arm", "thumb", "sm83"]);
}
