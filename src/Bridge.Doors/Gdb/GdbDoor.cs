using Bridge.Doors.Gdb.Sessions;
using Bridge.Doors.Listening;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Gdb;

/// <summary>
/// Lets GDB attach to the game of an emulator over its remote serial protocol (docs/debugging.md). One debugger at a time has it; if it
/// loses the game, its breakpoints end.
/// </summary>
public static class GdbDoor
{
    /// <summary>Opens the door of an emulator.</summary>
    /// <param name="plan">Where, and for which emulator.</param>
    /// <exception cref="System.Net.Sockets.SocketException">It can't listen there.</exception>
    public static IDoor Open(DoorPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return TcpDoor.Open(plan, "GDB", visit =>
        {
            var connection = new GdbConnection(visit.Socket, plan.Time, visit.Stopping);
            return new GdbSession(connection, plan.Emulator, plan.Time, visit.OnConnected, visit.Stopping).ServeAsync();
        });
    }

    /// <summary>Returns why the game of an emulator can't be debugged; null: it can.</summary>
    /// <exception cref="EmulatorException">It has no breakpoints, or no game.</exception>
    public static async Task<string?> FindRefusalAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(emulator);
        await emulator.GetBreakpointsAsync(cancellationToken).ConfigureAwait(false);
        return DebuggedGame.FindRefusal(emulator);
    }
}
