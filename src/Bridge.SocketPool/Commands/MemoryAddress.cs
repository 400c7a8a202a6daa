using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>
/// Where something is in memory: an address or an offset, or a chain of pointers that the script follows in the frame in which
/// the command runs (docs/protocol/commands.md, "Memory").
/// </summary>
public readonly record struct MemoryAddress
{
    private MemoryAddress(uint number, string? chain) => (Number, Chain) = (number, chain);

    /// <summary>The bus address or the offset; 0 when this is a chain.</summary>
    public uint Number { get; }

    /// <summary>The chain as it goes over the wire, like <c>[33554440]+16</c>; null when this is a number.</summary>
    public string? Chain { get; }

    /// <summary>A bus address, or an offset into a domain.</summary>
    public static implicit operator MemoryAddress(uint number) => new(number, null);

    /// <summary>A chain as it goes over the wire: decimal numbers, 1 to 8 brackets.</summary>
    public static MemoryAddress FromChain(string chain) => new(0, chain);

    internal RequestArgument ToArgument() => Chain is null ? Number : Chain;

    /// <summary>The address that a reply's remaining <paramref name="arguments"/> give for a chain; else the number itself.</summary>
    internal uint Resolve(ReadOnlySpan<byte> arguments) => Chain is null ? Number : (uint)ReplyArguments.TakeNumber(ref arguments);
}
