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

    /// <summary>Gets the door for clients of Archipelago's connector for BizHawk, which look at five ports.</summary>
    public static DoorKind BizHawk { get; } = new("bizhawk", BizHawkDoor.Open) { Ports = [43055, 43056, 43057, 43058, 43059] };

    /// <summary>Gets the door for clients of RetroArch's network commands.</summary>
    public static DoorKind RetroArch { get; } = new("retroarch", RetroArchDoor.Open) { Ports = [RetroArchDoor.Port], IsOverUdp = true };

    /// <summary>Gets all kinds.</summary>
    public static IReadOnlyList<DoorKind> All { get; } = [Gdb, BizHawk, RetroArch];

    /// <summary>Gets its name in paths, bodies and, in any case, in settings.</summary>
    public string Name { get; }

    /// <summary>Gets what opens one. Fails with a <see cref="System.Net.Sockets.SocketException"/> if it can't listen.</summary>
    public Func<DoorPlan, IDoor> Open { get; }

    /// <summary>Gets the ports at which the tool looks, the first one first; none: the user tells it any.</summary>
    public IReadOnlyList<int> Ports { get; private init; } = [];

    /// <summary>Gets whether its clients send datagrams. Their ports are others than those of connections.</summary>
    public bool IsOverUdp { get; private init; }

    /// <summary>Gets the min access of its clients: with less, the protocol has no use.</summary>
    public DoorAccess MinAccess { get; private init; }

    /// <summary>
    /// Gets what returns why an emulator can't have one, for a client that opens it; null: it can. Fails with an
    /// <see cref="SocketPool.Model.EmulatorException"/> if the emulator can't tell.
    /// </summary>
    public Func<EmulatorClient, CancellationToken, Task<string?>> FindRefusalAsync { get; private init; } =
        static (_, _) => Task.FromResult<string?>(null);

    /// <summary>Returns the kind of this name; null: there is none.</summary>
    public static DoorKind? Find(string name) => All.FirstOrDefault(kind => kind.Name == name);
}
