using System.Buffers;
using Bridge.SocketPool.Framing;

namespace Bridge.RawListener.Commands;

/// <summary>Checks the first message of a client byte by byte, so that the request of a web page is refused at its first bytes.</summary>
internal static class FirstMessage
{
    // A hello needs no payload, so the bridge keeps no more bytes than this for an unknown client.
    private const int MaxPayload = WireLimits.HeaderBytes;

    private static ReadOnlySpan<byte> Prefix => "hello "u8;

    /// <summary>Returns what is wrong with the first message; null if nothing is, or it is incomplete.</summary>
    /// <param name="bytes">The bytes received.</param>
    /// <param name="status">The result of parsing them.</param>
    /// <param name="message">The message, if it is complete.</param>
    public static string? FindError(ReadOnlySpan<byte> bytes, OperationStatus status, in CommandMessage message)
    {
        bytes = bytes.TrimStart("\r\n"u8);
        var length = Math.Min(bytes.Length, Prefix.Length);
        if (!bytes[..length].SequenceEqual(Prefix[..length]))
            return "The first message must be hello 1 EMULATOR TOKEN; EMULATOR and TOKEN may be left out.";
        // Of an incomplete message, at least this many bytes are payload.
        var payload = status == OperationStatus.Done
            ? message.Payload.Length
            : bytes.Length - WireLimits.HeaderBytes - WireLimits.Terminator.Length;
        return payload > MaxPayload && status is OperationStatus.Done or OperationStatus.NeedMoreData
            ? $"The first message must be a hello with a payload of at most {MaxPayload} bytes."
            : null;
    }
}
