using System.Buffers;
using System.Buffers.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.SocketPool;

/// <summary>What the emulator answered. The caller owns it: its bytes go back to the pool with <see cref="Dispose"/>.</summary>
public sealed class EmulatorReply : IDisposable
{
    private readonly int _argumentsLength;
    private readonly int _payloadLength;
    private byte[]? _bytes;

    /// <summary>Makes a reply of rented bytes, arguments first, the payload right behind them.</summary>
    /// <param name="frame">The frame number; -1 without a game.</param>
    /// <param name="bytes">OWNED BY THE REPLY from here on; from <see cref="ArrayPool{T}.Shared"/>, or empty.</param>
    /// <param name="argumentsLength">Bytes of arguments.</param>
    /// <param name="payloadLength">Bytes of payload.</param>
    internal EmulatorReply(long frame, byte[] bytes, int argumentsLength, int payloadLength)
    {
        Frame = frame;
        _bytes = bytes;
        _argumentsLength = argumentsLength;
        _payloadLength = payloadLength;
    }

    /// <summary>The frame in which the command ran (mGBA's <c>emu:currentFrame()</c>); -1 without a game.</summary>
    public long Frame { get; }

    /// <summary>The payload; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Payload => Bytes.AsMemory(_argumentsLength, _payloadLength);

    /// <summary>The arguments as they stand on the wire; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlySpan<byte> Arguments => Bytes.AsSpan(0, _argumentsLength);

    private byte[] Bytes => _bytes ?? throw new ObjectDisposedException(nameof(EmulatorReply));

    /// <summary>Takes the next of <paramref name="arguments"/> as a number.</summary>
    /// <exception cref="EmulatorException">It is none: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static long TakeNumber(ref ReadOnlySpan<byte> arguments)
    {
        var argument = WireArguments.TakeNext(ref arguments);
        return Utf8Parser.TryParse(argument, out long value, out var used) && used == argument.Length
            ? value
            : throw new EmulatorException(EmulatorFailure.ProtocolError, "The script's reply lacks a number where one belongs.");
    }

    /// <summary>The same where there may be none, which is written as the empty argument.</summary>
    /// <exception cref="EmulatorException">It is something else: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static long? TakeNumberIfAny(ref ReadOnlySpan<byte> arguments)
    {
        if (arguments is not ([(byte)'-'] or [(byte)'-', (byte)' ', ..]))
            return TakeNumber(ref arguments);
        WireArguments.TakeNext(ref arguments);
        return null;
    }

    /// <summary>Takes the next of <paramref name="arguments"/> as a text.</summary>
    internal static string TakeText(ref ReadOnlySpan<byte> arguments) => WireArguments.Decode(WireArguments.TakeNext(ref arguments));

    /// <summary>Gives the bytes back to the pool. A second call does nothing.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _bytes, null) is { Length: > 0 } bytes)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
