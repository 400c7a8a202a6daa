using System.Buffers.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>Takes the arguments of a reply one by one.</summary>
internal static class ReplyArguments
{
    /// <summary>Takes the next of <paramref name="arguments"/> as a number.</summary>
    /// <exception cref="EmulatorException">It is none: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static long TakeNumber(ref ReadOnlySpan<byte> arguments)
    {
        var argument = WireArguments.TakeNext(ref arguments);
        return Utf8Parser.TryParse(argument, out long value, out var used) && used == argument.Length
            ? value
            : throw new EmulatorException(EmulatorFailure.ProtocolError, "The script's reply has no number where a number is required.");
    }

    /// <summary>Takes the next of <paramref name="arguments"/> as a number; null if it is the empty argument.</summary>
    /// <exception cref="EmulatorException">It is something else: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static long? TakeNumberIfAny(ref ReadOnlySpan<byte> arguments)
    {
        if (arguments is not ([(byte)'-'] or [(byte)'-', (byte)' ', ..]))
            return TakeNumber(ref arguments);
        WireArguments.TakeNext(ref arguments);
        return null;
    }

    /// <summary>Takes the next of <paramref name="arguments"/> as a text.</summary>
    public static string TakeText(ref ReadOnlySpan<byte> arguments) => WireArguments.Decode(WireArguments.TakeNext(ref arguments));
}
