using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>Runs games until a breakpoint stops them.</summary>
internal static class GameStops
{
    /// <summary>Runs a game until it is stopped by a breakpoint, which ends then.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="address">Where the breakpoint begins.</param>
    /// <param name="breakpoint">The rest of it; it stops the game.</param>
    /// <param name="timeout">The frames to wait for it.</param>
    /// <param name="cancellationToken">Cancels the wait, and ends the breakpoint.</param>
    /// <returns>The stop; null: there was none in these frames. And the frame.</returns>
    public static async Task<(GameStop? Stop, long Frame)> RunUntilAsync(
        EmulatorClient client, MemoryAddress address, Breakpoint breakpoint, int timeout, CancellationToken cancellationToken)
    {
        var (id, _, _) = await client.SetBreakpointAsync(address, breakpoint, cancellationToken);
        try
        {
            var (stop, frame) = await client.WaitForStopAsync(id, timeout, cancellationToken);
            await client.ClearBreakpointAsync(id, cancellationToken);
            // It may have stopped the game after the last of the frames.
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
            // It ended with its game.
        }
    }
}
