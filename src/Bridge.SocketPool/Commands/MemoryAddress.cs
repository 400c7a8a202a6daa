using System.Globalization;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>
/// Identifies a place in memory: an address, an offset, or a pointer chain that the script resolves in the frame in which the command runs
/// (docs/protocol/commands.md, "Memory").
/// </summary>
public readonly record struct MemoryAddress
{
    private MemoryAddress(uint number, string? chain) => (Number, Chain) = (number, chain);

    /// <summary>Gets the bus address or the offset; 0 for a chain.</summary>
    public uint Number { get; }

    /// <summary>Gets the chain in its wire format, like <c>[33554440]+16</c>; null for a number.</summary>
    public string? Chain { get; }

    /// <summary>Creates a bus address, or an offset into a domain.</summary>
    public static implicit operator MemoryAddress(uint number) => new(number, null);

    /// <summary>Creates a pointer chain from its wire format: decimal numbers and 1 to 8 brackets.</summary>
    public static MemoryAddress FromChain(string chain) => new(0, chain);

    /// <summary>Returns it as the script takes it: a decimal number, or a chain.</summary>
    public override string ToString() => Chain ?? Number.ToString(CultureInfo.InvariantCulture);

    internal RequestArgument ToArgument() => Chain is null ? Number : Chain;

    /// <summary>
    /// Returns the address that the remaining <paramref name="arguments"/> of a reply give for a chain; otherwise the number itself.
    /// </summary>
    internal uint Resolve(ReadOnlySpan<byte> arguments) => Chain is null ? Number : (uint)ReplyArguments.TakeNumber(ref arguments);
}
