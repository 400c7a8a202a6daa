using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Gdb;

/// <summary>What requests about doors for GDB accept.</summary>
internal static class GdbRules
{
    /// <summary>Gets the rule for the port.</summary>
    public static IntegerRule Port { get; } = new("port", 0, 65535, 0);

    /// <summary>Gets the rule for a door.</summary>
    public static ObjectRule Door { get; } = new(typeof(GdbRequest), new MemberRule("port", Port));
}
