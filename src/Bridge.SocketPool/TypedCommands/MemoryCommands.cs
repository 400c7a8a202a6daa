using System.Runtime.CompilerServices;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for memory (docs/protocol/commands.md, "Memory"). An address is a bus address without a domain, and an offset into
/// the domain with one. Results have the address, also the one that a pointer chain resolved to.
/// </summary>
public static class MemoryCommands
{
    /// <summary>Reads an unsigned little-endian value.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Bus address, offset, or pointer chain.</param>
    /// <param name="width">1, 2 or 4 bytes.</param>
    /// <param name="domain">The name of a memory domain; null for the bus. Must be null with a chain.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <param name="continuesInline">As in <see cref="ReadRangeAsync"/>.</param>
    /// <returns>The value, its address, and the frame. Await it exactly once.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<(uint Value, uint Address, long Frame)> ReadValueAsync(
        this EmulatorClient emulator, MemoryAddress address, int width, string? domain, CancellationToken cancellationToken,
        bool continuesInline = false)
    {
        var request = Get(address, width, domain) with { ContinuesInline = continuesInline };
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((uint)ReplyArguments.TakeNumber(ref arguments), address.Resolve(arguments), reply.Frame);
    }

    /// <summary>Writes a little-endian value. The parameters are those of <see cref="ReadValueAsync"/>.</summary>
    /// <returns>The address, and the frame of the write.</returns>
    public static async Task<(uint Address, long Frame)> WriteValueAsync(
        this EmulatorClient emulator, MemoryAddress address, int width, uint value, string? domain, CancellationToken cancellationToken,
        bool continuesInline = false)
    {
        using var reply = await emulator.SendAsync(
            Set(address, width, value, domain) with { ContinuesInline = continuesInline }, cancellationToken).ConfigureAwait(false);
        return (address.Resolve(reply.Arguments), reply.Frame);
    }

    /// <summary>Reads 1 to 1,048,576 bytes.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Bus address, offset, or pointer chain.</param>
    /// <param name="length">The number of bytes.</param>
    /// <param name="domain">The name of a memory domain; null for the bus. Must be null with a chain.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <param name="continuesInline">
    /// Whether the caller's continuation runs inline on the receive thread (replies up to 16 KiB). It must not block or compute for long.
    /// </param>
    /// <returns>The reply with the bytes as payload. OWNED BY THE CALLER. <see cref="AddressOf"/> gets their address.</returns>
    public static ValueTask<EmulatorReply> ReadRangeAsync(
        this EmulatorClient emulator, MemoryAddress address, int length, string? domain, CancellationToken cancellationToken,
        bool continuesInline = false) =>
        emulator.SendAsync(Read(address, length, domain) with { ContinuesInline = continuesInline }, cancellationToken);

    /// <summary>
    /// Reads 1 to 1,048,576 bytes the way mGBA does: across region borders, and with wrap-around at the end of a domain
    /// (docs/protocol/commands.md, <c>memory.span</c>).
    /// </summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Bus address or offset.</param>
    /// <param name="length">The number of bytes.</param>
    /// <param name="domain">The name of a memory domain; null for the bus.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <param name="continuesInline">As in <see cref="ReadRangeAsync"/>.</param>
    /// <returns>The reply with the bytes as payload. OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> ReadSpanAsync(
        this EmulatorClient emulator, uint address, int length, string? domain,
        CancellationToken cancellationToken, bool continuesInline = false) =>
        emulator.SendAsync(
            CommandTable.MemorySpan.Request(address, length, domain) with { ContinuesInline = continuesInline }, cancellationToken);

    /// <summary>
    /// Returns the address of the bytes that the reply to <see cref="ReadRangeAsync"/> for <paramref name="address"/> has.
    /// </summary>
    public static uint AddressOf(EmulatorReply reply, MemoryAddress address) => address.Resolve(reply.Arguments);

    /// <summary>Writes 1 to 1,048,576 bytes.</summary>
    /// <returns>The address, and the frame of the write.</returns>
    public static async Task<(uint Address, long Frame)> WriteRangeAsync(
        this EmulatorClient emulator, MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain,
        CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Write(address, bytes, domain), cancellationToken).ConfigureAwait(false);
        return (address.Resolve(reply.Arguments), reply.Frame);
    }

    /// <summary>Gets the memory domains of the running game.</summary>
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
