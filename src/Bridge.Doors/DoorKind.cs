using Bridge.Doors.BizHawk;
using Bridge.Doors.Gdb;
using Bridge.Doors.Listening;
using Bridge.Doors.RetroArch;
using Bridge.SocketPool;

namespace Bridge.Doors;

/// <summary>A kind of door: the protocol of one tool. <see cref="All"/> is the only list of them.</summary>
public sealed class DoorKind
{
    private DoorKind(string name, Func<DoorPlan, IDoor> open) => (Name, Open) = (name, open);

    /// <summary>Gets the door for GDB.</summary>
    public static DoorKind Gdb { get; } =
        new("gdb", GdbDoor.Open) { MinAccess = DoorAccess.Write, FindRefusalAsync = GdbDoor.FindRefusalAsync };

    /// <summary>Gets the door for clients of Archipelago's connector for BizHawk, which try five ports.</summary>
    public static DoorKind BizHawk { get; } = new("bizhawk", BizHawkDoor.Open) { Ports = [43055, 43056, 43057, 43058, 43059] };

    /// <summary>Gets the door for clients of RetroArch's network commands.</summary>
    public static DoorKind RetroArch { get; } = new("retroarch", RetroArchDoor.Open) { Ports = [RetroArchDoor.Port], IsOverUdp = true };

    /// <summary>Gets all kinds.</summary>
    public static IReadOnlyList<DoorKind> All { get; } = [Gdb, BizHawk, RetroArch];

    /// <summary>Gets its name in paths and bodies, and, in upper or lower case, in settings.</summary>
    public string Name { get; }

    /// <summary>Gets a function that opens a door. Fails with a <see cref="System.Net.Sockets.SocketException"/> if it can't.</summary>
    public Func<DoorPlan, IDoor> Open { get; }

    /// <summary>Gets the ports that the tool tries, in this order; none: its user names one.</summary>
    public IReadOnlyList<int> Ports { get; private init; } = [];

    /// <summary>Gets whether its clients send datagrams. Their ports are others than those of connections.</summary>
    public bool IsOverUdp { get; private init; }

    /// <summary>Gets the min access of its clients: with less, the protocol has no use.</summary>
    public DoorAccess MinAccess { get; private init; }

    /// <summary>
    /// Gets a function that returns why an emulator can't have such a door, called when a client opens one; null: it can. Fails with an
    /// <see cref="SocketPool.Model.EmulatorException"/> if the emulator doesn't answer.
    /// </summary>
    public Func<EmulatorClient, CancellationToken, Task<string?>> FindRefusalAsync { get; private init; } =
        static (_, _) => Task.FromResult<string?>(null);

    /// <summary>Returns the kind of this name; null: there is none.</summary>
    public static DoorKind? Find(string name) => All.FirstOrDefault(kind => kind.Name == name);
}
