using System.Buffers.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>Reads the arguments of a reply one by one.</summary>
internal static class ReplyArguments
{
    /// <summary>Removes the next of <paramref name="arguments"/> and returns it as a number.</summary>
    /// <exception cref="EmulatorException">The argument is not a number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static long TakeNumber(ref ReadOnlySpan<byte> arguments)
    {
        var argument = WireArguments.TakeNext(ref arguments);
        return Utf8Parser.TryParse(argument, out long value, out var used) && used == argument.Length
            ? value
            : throw new EmulatorException(EmulatorFailure.ProtocolError, "The script's reply has no number where a number is required.");
    }

    /// <summary>Removes the next of <paramref name="arguments"/> and returns it as a number; returns null for the empty argument.</summary>
    /// <exception cref="EmulatorException">The argument is neither: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static long? TakeNumberIfAny(ref ReadOnlySpan<byte> arguments)
    {
        if (arguments is not ([(byte)'-'] or [(byte)'-', (byte)' ', ..]))
            return TakeNumber(ref arguments);
        WireArguments.TakeNext(ref arguments);
        return null;
    }

    /// <summary>Removes the next of <paramref name="arguments"/> and returns it as a text.</summary>
    public static string TakeText(ref ReadOnlySpan<byte> arguments) => WireArguments.Decode(WireArguments.TakeNext(ref arguments));
}
