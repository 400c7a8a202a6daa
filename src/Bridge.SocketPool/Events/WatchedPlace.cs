using System.Globalization;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>Describes what a watch observes: a value, or a range of bytes.</summary>
/// <param name="Address">Bus address, offset, or pointer chain.</param>
/// <param name="Type">The value's type, <c>u8</c> to <c>i32</c>; null for a range.</param>
/// <param name="Length">The number of bytes; for a range 1 to 4,096.</param>
/// <param name="Domain">The name of a memory domain; null for the bus. Must be null with a chain.</param>
/// <param name="Interval">Min frames between two messages of the watch, 1 to 3,600.</param>
public sealed record WatchedPlace(MemoryAddress Address, string? Type, int Length, string? Domain, int Interval)
{
    internal EmulatorRequest ToRequest(int id) => CommandTable.WatchSet.Request(
        id, Address.ToArgument(), Type ?? Length.ToString(CultureInfo.InvariantCulture), Domain, Interval);
}
