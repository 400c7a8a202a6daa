using Bridge.SocketPool.Framing;

namespace Bridge.SocketPool.Commands;

/// <summary>The commands on memory (docs/protocol.md, "Memory"). Without a domain an address is one of the bus, with one an offset into it.</summary>
public static class MemoryCommands
{
    /// <summary>Reads one little-endian value, unsigned.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="address">Bus address or offset.</param>
    /// <param name="width">Bytes: 1, 2 or 4.</param>
    /// <param name="domain">A domain's name; null: the bus.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<(uint Value, long Frame)> ReadValueAsync(
        this EmulatorClient emulator, uint address, int width, string? domain, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            new EmulatorRequest("memory.get", ReplayCategory.ReadOnly, address, width, domain), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((uint)EmulatorReply.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Writes one little-endian value; the parameters are those of <see cref="ReadValueAsync"/>.</summary>
    /// <returns>The frame in which it was written.</returns>
    public static async Task<long> WriteValueAsync(
        this EmulatorClient emulator, uint address, int width, uint value, string? domain, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            new EmulatorRequest("memory.set", ReplayCategory.LastWriteWins, address, width, value, domain), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Reads 1 to 1,048,576 bytes.</summary>
    /// <returns>The reply with the bytes as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> ReadRangeAsync(
        this EmulatorClient emulator, uint address, int length, string? domain, CancellationToken cancellationToken) =>
        emulator.SendAsync(new EmulatorRequest("memory.read", ReplayCategory.ReadOnly, address, length, domain), cancellationToken);

    /// <summary>Writes 1 to 1,048,576 bytes.</summary>
    /// <returns>The frame in which they were written.</returns>
    public static async Task<long> WriteRangeAsync(
        this EmulatorClient emulator, uint address, ReadOnlyMemory<byte> bytes, string? domain, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            new EmulatorRequest("memory.write", ReplayCategory.LastWriteWins, address, domain) { Payload = bytes }, cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>The memory domains of the running game.</summary>
    public static async Task<(IReadOnlyList<MemoryDomain> Domains, long Frame)> GetDomainsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(new EmulatorRequest("memory.domains", ReplayCategory.ReadOnly), cancellationToken).ConfigureAwait(false);
        var domains = new List<MemoryDomain>();
        for (var arguments = reply.Arguments; !arguments.IsEmpty;)
            domains.Add(MemoryDomain.Read(WireArguments.Decode(WireArguments.TakeNext(ref arguments))));
        return (domains, reply.Frame);
    }
}
