using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>Holds the value of a watch at one frame.</summary>
/// <param name="Value">
/// The value in the range of its type, the length of a range, or 1 while conditions hold and otherwise 0. Null if nothing can be read,
/// because a pointer chain can't be resolved or the game has no such place.
/// </param>
/// <param name="Address">The address that a pointer chain resolved to; null for everything else.</param>
/// <param name="Bytes">The bytes of a range; empty for a value.</param>
/// <param name="Frame">The frame of the reading.</param>
public sealed record WatchReading(long? Value, uint? Address, ReadOnlyMemory<byte> Bytes, long Frame)
{
    /// <summary>Returns the reading of a place that can't be read.</summary>
    public static WatchReading Unreadable(long frame) => new(Value: null, Address: null, Bytes: default, frame);

    /// <exception cref="EmulatorException">The script sent something else: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static WatchReading Read(ReadOnlySpan<byte> arguments, ReadOnlySpan<byte> payload, long frame)
    {
        if (arguments.SequenceEqual("-"u8))
            return Unreadable(frame);
        var value = ReplyArguments.TakeNumber(ref arguments);
        uint? address = arguments.IsEmpty ? null : (uint)ReplyArguments.TakeNumber(ref arguments);
        return new WatchReading(value, address, payload.ToArray(), frame);
    }
}
