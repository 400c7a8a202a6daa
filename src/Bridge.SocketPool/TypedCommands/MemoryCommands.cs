using System.Runtime.CompilerServices;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// The commands on memory (docs/protocol/commands.md, "Memory"). Without a domain an address is one of the bus, with one an offset into it.
/// Every answer tells the address: of a chain of pointers the one that it led to.
/// </summary>
public static class MemoryCommands
{
    /// <summary>Reads one little-endian value, unsigned.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="address">Bus address, offset, or chain of pointers.</param>
    /// <param name="width">Bytes: 1, 2 or 4.</param>
    /// <param name="domain">A domain's name; null: the bus. Never together with a chain.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="continuesInPlace">As in <see cref="ReadRangeAsync"/>.</param>
    /// <returns>To be awaited exactly once.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<(uint Value, uint Address, long Frame)> ReadValueAsync(
        this EmulatorClient emulator, MemoryAddress address, int width, string? domain, CancellationToken cancellationToken,
        bool continuesInPlace = false)
    {
        var request = Get(address, width, domain) with { ContinuesInline = continuesInPlace };
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((uint)ReplyArguments.TakeNumber(ref arguments), address.Resolve(arguments), reply.Frame);
    }

    /// <summary>Writes one little-endian value; the parameters are those of <see cref="ReadValueAsync"/>.</summary>
    /// <returns>Where and in which frame it was written.</returns>
    public static async Task<(uint Address, long Frame)> WriteValueAsync(
        this EmulatorClient emulator, MemoryAddress address, int width, uint value, string? domain, CancellationToken cancellationToken,
        bool continuesInPlace = false)
    {
        using var reply = await emulator.SendAsync(
            Set(address, width, value, domain) with { ContinuesInline = continuesInPlace }, cancellationToken).ConfigureAwait(false);
        return (address.Resolve(reply.Arguments), reply.Frame);
    }

    /// <summary>Reads 1 to 1,048,576 bytes.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="address">Bus address, offset, or chain of pointers.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="domain">A domain's name; null: the bus. Never together with a chain.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="continuesInPlace">
    /// Whether the caller continues on the thread that has received the reply, if it has up to 16 KiB. It must neither block there nor
    /// compute for long.
    /// </param>
    /// <returns>The reply with the bytes as payload, OWNED BY THE CALLER; <see cref="AddressOf"/> tells where they are.</returns>
    public static ValueTask<EmulatorReply> ReadRangeAsync(
        this EmulatorClient emulator, MemoryAddress address, int length, string? domain, CancellationToken cancellationToken,
        bool continuesInPlace = false) =>
        emulator.SendAsync(Read(address, length, domain) with { ContinuesInline = continuesInPlace }, cancellationToken);

    /// <summary>
    /// Reads 1 to 1,048,576 bytes wherever they lie, as mGBA reads them: over the ends of regions, and round the end of a domain
    /// (docs/protocol/commands.md, <c>memory.span</c>).
    /// </summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="address">Bus address or offset.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="domain">A domain's name; null: the bus.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="continuesInPlace">As in <see cref="ReadRangeAsync"/>.</param>
    /// <returns>The reply with the bytes as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> ReadSpanAsync(
        this EmulatorClient emulator, uint address, int length, string? domain,
        CancellationToken cancellationToken, bool continuesInPlace = false) =>
        emulator.SendAsync(
            CommandTable.MemorySpan.Request(address, length, domain) with { ContinuesInline = continuesInPlace }, cancellationToken);

    /// <summary>Where the range begins that a reply to <see cref="ReadRangeAsync"/> for <paramref name="address"/> brings.</summary>
    public static uint AddressOf(EmulatorReply reply, MemoryAddress address) => address.Resolve(reply.Arguments);

    /// <summary>Writes 1 to 1,048,576 bytes.</summary>
    /// <returns>Where and in which frame they were written.</returns>
    public static async Task<(uint Address, long Frame)> WriteRangeAsync(
        this EmulatorClient emulator, MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain,
        CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Write(address, bytes, domain), cancellationToken).ConfigureAwait(false);
        return (address.Resolve(reply.Arguments), reply.Frame);
    }

    /// <summary>The memory domains of the running game.</summary>
    public static async Task<(IReadOnlyList<MemoryDomain> Domains, long Frame)> GetDomainsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.MemoryDomains.Request(), cancellationToken).ConfigureAwait(false);
        var domains = new List<MemoryDomain>();
        for (var arguments = reply.Arguments; !arguments.IsEmpty;)
            domains.Add(MemoryDomain.Read(WireArguments.Decode(WireArguments.TakeNext(ref arguments))));
        return (domains, reply.Frame);
    }

    internal static EmulatorRequest Get(MemoryAddress address, int width, string? domain) =>
        CommandTable.MemoryGet.Request(address.ToArgument(), width, domain);

    internal static EmulatorRequest Set(MemoryAddress address, int width, uint value, string? domain) =>
        CommandTable.MemorySet.Request(address.ToArgument(), width, value, domain);

    internal static EmulatorRequest Read(MemoryAddress address, int length, string? domain) =>
        CommandTable.MemoryRead.Request(address.ToArgument(), length, domain);

    internal static EmulatorRequest Write(MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain) =>
        CommandTable.MemoryWrite.Request(address.ToArgument(), domain) with { Payload = bytes };
}
