using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>What a watch shows.</summary>
/// <param name="Value">
/// The value, in its type's range; of a range its length. Null: nothing can be read there,
/// because a chain leads nowhere or the game has no such place.
/// </param>
/// <param name="Address">Where a chain has led; null for everything else.</param>
/// <param name="Bytes">The bytes of a range; empty for a value.</param>
/// <param name="Frame">The frame of it.</param>
public sealed record WatchReading(long? Value, uint? Address, ReadOnlyMemory<byte> Bytes, long Frame)
{
    /// <summary>Nothing can be read there.</summary>
    public static WatchReading Unreadable(long frame) => new(null, null, default, frame);

    /// <exception cref="EmulatorException">The script has sent something else: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static WatchReading Read(ReadOnlySpan<byte> arguments, ReadOnlySpan<byte> payload, long frame)
    {
        if (arguments.SequenceEqual("-"u8))
            return Unreadable(frame);
        var value = ReplyArguments.TakeNumber(ref arguments);
        uint? address = arguments.IsEmpty ? null : (uint)ReplyArguments.TakeNumber(ref arguments);
        return new WatchReading(value, address, payload.ToArray(), frame);
    }
}
