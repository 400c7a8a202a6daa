using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>Runs games until a breakpoint stops them.</summary>
internal static class GameStops
{
    /// <summary>Sets a breakpoint, runs the game until the breakpoint stops it, and deletes the breakpoint.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="address">The first address of the breakpoint.</param>
    /// <param name="breakpoint">The rest of the breakpoint, which must stop the game.</param>
    /// <param name="timeout">Max frames to wait for the stop.</param>
    /// <param name="cancellationToken">Cancels the wait, and deletes the breakpoint.</param>
    /// <returns>The stop (null: the game did not stop within these frames), and the frame of the reply.</returns>
    public static async Task<(GameStop? Stop, long Frame)> RunUntilAsync(
        EmulatorClient client, MemoryAddress address, Breakpoint breakpoint, int timeout, CancellationToken cancellationToken)
    {
        var (id, _, _) = await client.SetBreakpointAsync(address, breakpoint, cancellationToken);
        try
        {
            var (stop, frame) = await client.WaitForStopAsync(id, timeout, cancellationToken);
            await client.ClearBreakpointAsync(id, cancellationToken);
            // The breakpoint may have stopped the game after the wait timed out and before it was deleted.
            return (stop ?? await StopAtAsync(client, id, cancellationToken), frame);
        }
        catch (Exception)
        {
            await TryEndAsync(client, id);
            throw;
        }
    }

    private static async Task<GameStop?> StopAtAsync(EmulatorClient client, int id, CancellationToken cancellationToken)
    {
        var (_, stop, _) = await client.GetBreakpointsAsync(cancellationToken);
        return stop?.Hit.Id == id ? stop : null;
    }

    // Without the client's token, because the client may have hung up.
    private static async Task TryEndAsync(EmulatorClient client, int id)
    {
        try
        {
            await client.ClearBreakpointAsync(id, CancellationToken.None);
        }
        catch (EmulatorException)
        {
            // The breakpoint has ended with its game, or the emulator is gone.
        }
    }
}
