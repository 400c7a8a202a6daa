using Bridge.Doors.BizHawk.Sessions;
using Bridge.Doors.Listening;

namespace Bridge.Doors.BizHawk;

/// <summary>
/// Speaks the protocol of Archipelago's generic connector, a script for BizHawk (docs/archipelago.md), so that its clients find the game of
/// an emulator. One client at a time has it; if it leaves, the game goes on.
/// </summary>
public static class BizHawkDoor
{
    /// <summary>Opens the door of an emulator.</summary>
    /// <param name="plan">Where, and for which emulator.</param>
    /// <exception cref="System.Net.Sockets.SocketException">It can't listen there.</exception>
    public static IDoor Open(DoorPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        // As with BizHawk's script: a client whose connection is refused looks at the next port, and one whose connection is closed stays.
        return TcpDoor.Open(plan, "Archipelago", listensWhileServing: false, visit =>
        {
            var connection = new ConnectorConnection(visit.Socket, plan.Time, visit.Stopping);
            return new ConnectorSession(connection, plan, visit.OnConnected, visit.Stopping).ServeAsync();
        });
    }
}
