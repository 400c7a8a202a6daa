using System.Globalization;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>What a watch looks at: a value, or a range of bytes.</summary>
/// <param name="Address">Bus address, offset, or chain of pointers.</param>
/// <param name="Type">The value's type, <c>u8</c> to <c>i32</c>; null: a range.</param>
/// <param name="Length">Bytes; of a range 1 to 4,096.</param>
/// <param name="Domain">A domain's name; null: the bus. Never together with a chain.</param>
/// <param name="Interval">Frames from one message to the next at least, 1 to 3,600.</param>
public sealed record WatchedPlace(MemoryAddress Address, string? Type, int Length, string? Domain, int Interval)
{
    internal EmulatorRequest ToRequest(int id) => CommandTable.WatchSet.Request(
        id, Address.ToArgument(), Type ?? Length.ToString(CultureInfo.InvariantCulture), Domain, Interval);
}
