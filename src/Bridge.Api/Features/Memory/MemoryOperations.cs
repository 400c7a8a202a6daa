using System.Runtime.CompilerServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>Reads and writes the game's memory.</summary>
internal static class MemoryOperations
{
    /// <summary>Lists the memory domains of the running game.</summary>
    public static async Task<MemoryDomains> ListDomainsAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        var (domains, frame) = await client.GetDomainsAsync(cancellationToken);
        return new MemoryDomains(
            [.. domains.Select(domain => new DomainDescription(domain.Name, Parameters.Hex(domain.Base), domain.Size))], frame);
    }

    /// <summary>Reads a value.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="target">The address of the value.</param>
    /// <param name="type">The type of the value.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <param name="continuesInline">Whether the caller may continue on the thread that received the reply.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<MemoryValue> ReadValueAsync(
        EmulatorClient client, MemoryTarget target, MemoryType type, CancellationToken cancellationToken, bool continuesInline = false)
    {
        var (value, place, frame) = await client.ReadValueAsync(target.Start, type.Width, target.Domain,
            cancellationToken, continuesInline);
        return new MemoryValue(Parameters.Hex(place), type.Name, type.FromWire(value), frame, target.Domain, target.Chain,
            target.NameOf(place));
    }

    /// <summary>Reads a range of bytes. The caller disposes the reply, which owns the bytes.</summary>
    public static ValueTask<EmulatorReply> ReadRangeAsync(
        EmulatorClient client, MemoryTarget target, int length, CancellationToken cancellationToken, bool continuesInline = false) =>
        client.ReadRangeAsync(target.Start, length, target.Domain, cancellationToken, continuesInline);

    /// <summary>Converts a range that was read; valid until its reply is disposed.</summary>
    public static MemoryBytes Describe(EmulatorReply range, MemoryTarget target)
    {
        var begin = MemoryCommands.AddressOf(range, target.Start);
        return new MemoryBytes(Parameters.Hex(begin), range.Payload.Length, range.Payload, range.Frame, target.Domain, target.Chain,
            target.NameOf(begin));
    }

    /// <summary>Writes a value.</summary>
    /// <exception cref="RequestException">The value is missing or out of range for its type.</exception>
    public static async Task<MemoryWritten> WriteValueAsync(
        EmulatorClient client, MemoryTarget target, MemoryWrite written, CancellationToken cancellationToken, bool continuesInline = false)
    {
        if (written.Value is not { } value)
            throw Parameters.Missing("value", "the number to write");
        var type = MemoryType.ParseOrDefault(written.Type, target.Data?.Number);
        var wire = type.ToWire(value);
        var (place, frame) = await client.WriteValueAsync(target.Start, type.Width, wire, target.Domain,
            cancellationToken, continuesInline);
        return new MemoryWritten(Parameters.Hex(place), type.Width, frame, target.Domain, target.Chain, target.NameOf(place));
    }

    /// <summary>Writes a range of bytes.</summary>
    public static async Task<MemoryWritten> WriteRangeAsync(
        EmulatorClient client, MemoryTarget target, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        var (begin, frame) = await client.WriteRangeAsync(target.Start, bytes, target.Domain, cancellationToken);
        return new MemoryWritten(Parameters.Hex(begin), bytes.Length, frame, target.Domain, target.Chain, target.NameOf(begin));
    }
}
