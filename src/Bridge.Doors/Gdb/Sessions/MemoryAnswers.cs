using Bridge.Doors.Gdb.Packets;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>Answers the packets <c>m</c>, <c>M</c> and <c>X</c>, which read and write memory.</summary>
internal sealed class MemoryAnswers(EmulatorClient emulator)
{
    /// <summary>The answer to a request of another form: EINVAL. The numbers of errors are hexadecimal.</summary>
    public const string Malformed = "E16";

    // Each byte takes two digits; the rest is for the packet's frame.
    private const uint MaxRead = (PacketReader.MaxBytes / 2) - 8;

    /// <summary>Reads <c>ADDRESS,LENGTH</c>. A part of a longer range is enough for a debugger.</summary>
    /// <exception cref="EmulatorException">There is no such memory.</exception>
    public async Task<string> ReadAsync(string range, CancellationToken cancellationToken)
    {
        if (!PacketFields.TryReadRange(range, out var address, out var length) || length == 0)
            return Malformed;
        using var reply = await emulator.ReadRangeAsync(address, (int)Math.Min(length, MaxRead), domain: null, cancellationToken)
            .ConfigureAwait(false);
        return PacketFields.Write(reply.Payload.Span);
    }

    /// <summary>Writes <c>ADDRESS,LENGTH:BYTES</c>.</summary>
    /// <param name="request">The fields.</param>
    /// <param name="isBinary">Whether the bytes are as they are, and not two digits each.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="EmulatorException">There is no such memory, or it can't be written.</exception>
    public async Task<string> WriteAsync(string request, bool isBinary, CancellationToken cancellationToken)
    {
        var colon = request.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0 || !PacketFields.TryReadRange(request.AsSpan(0, colon), out var address, out var length))
            return Malformed;
        var given = request.AsSpan(colon + 1);
        var bytes = isBinary ? PacketFields.ReadBinary(given) : PacketFields.ReadBytes(given);
        if (bytes is null || bytes.Length != length)
            return Malformed;
        // With a length of 0, GDB only asks whether the packet X is known.
        if (length > 0)
            await emulator.WriteRangeAsync(address, bytes, domain: null, cancellationToken).ConfigureAwait(false);
        return "OK";
    }
}
