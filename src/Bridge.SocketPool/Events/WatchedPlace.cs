using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>Describes what a watch observes: a value, a range of bytes, or conditions of RetroAchievements.</summary>
/// <param name="Address">Bus address, offset, or pointer chain.</param>
/// <param name="Type">The value's type, <c>u8</c> to <c>i32</c>; null for a range.</param>
/// <param name="Length">The number of bytes; for a range 1 to 4,096.</param>
/// <param name="Domain">The name of a memory domain; null for the bus. Must be null with a chain.</param>
/// <param name="Interval">Min frames between two messages of the watch, 1 to 3,600.</param>
public sealed record WatchedPlace(MemoryAddress Address, string? Type, int Length, string? Domain, int Interval)
{
    /// <summary>Gets the conditions of RetroAchievements that it observes instead of memory; null for none.</summary>
    public string? Achievement { get; private init; }

    /// <summary>Creates a watch of conditions, whose value is 1 while they hold, and otherwise 0.</summary>
    /// <param name="achievement">The conditions: 1 to 1,024 printable ASCII characters.</param>
    /// <param name="interval">Min frames between two messages of the watch, 1 to 3,600.</param>
    public static WatchedPlace OfAchievement(string achievement, int interval) =>
        new(Address: 0u, Type: null, Length: 0, Domain: null, interval) { Achievement = achievement };

    internal EmulatorRequest ToRequest(int id) => Achievement is null
        ? CommandTable.WatchSet.Request(
            id, Address.ToArgument(), Type ?? Length.ToString(CultureInfo.InvariantCulture), Domain, Interval)
        : CommandTable.WatchAchievement.Request(id, Interval) with { Payload = Encoding.ASCII.GetBytes(Achievement) };
}
