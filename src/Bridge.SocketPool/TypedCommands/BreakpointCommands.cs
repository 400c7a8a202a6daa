using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for breakpoints (docs/protocol/commands.md, "Breakpoints"). The bundled emulator has all of them, mGBA 0.11 those
/// that stop no game; others fail with <see cref="EmulatorFailure.Unsupported"/>. Hits are events,
/// <see cref="Events.IEventListener.OnHits"/>.
/// </summary>
public static class BreakpointCommands
{
    /// <summary>The capability of an emulator whose game can stop between two instructions.</summary>
    public const string Stops = "stops";

    /// <summary>Sets a breakpoint.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Where it begins, on the bus.</param>
    /// <param name="breakpoint">The rest of it.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The id, the address without mirrors or at the end of a chain, and the frame.</returns>
    /// <exception cref="EmulatorException"><see cref="EmulatorFailure.Overloaded"/>: there are too many.</exception>
    public static async Task<(int Id, uint First, long Frame)> SetBreakpointAsync(
        this EmulatorClient emulator, MemoryAddress address, Breakpoint breakpoint, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(breakpoint);
        var request = DebuggerCommandTable.BreakpointSet.Request(
            PurposeOf(breakpoint), address.ToString(), breakpoint.Length, ConditionOf(breakpoint), breakpoint.Limit);
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((int)ReplyArguments.TakeNumber(ref arguments), (uint)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Ends a breakpoint, or all with the id 0.</summary>
    /// <returns>Whether there was one.</returns>
    public static async Task<bool> ClearBreakpointAsync(this EmulatorClient emulator, int id, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(DebuggerCommandTable.BreakpointClear.Request(id), cancellationToken)
            .ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ReplyArguments.TakeNumber(ref arguments) != 0;
    }

    /// <summary>Lists the breakpoints, with the hits so far, and where the game is stopped.</summary>
    public static async Task<(IReadOnlyList<Breakpoint> Breakpoints, GameStop? Stop, long Frame)> GetBreakpointsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(DebuggerCommandTable.BreakpointList.Request(), cancellationToken).ConfigureAwait(false);
        var lines = Encoding.ASCII.GetString(reply.Payload.Span).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return ([.. lines.Select(Breakpoint.Read)], GameStop.ReadIfAny(reply.Arguments), reply.Frame);
    }

    /// <summary>Stops the game before its next instruction. One that is stopped already stays there.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="milliseconds">How long, up to <see cref="Framing.WireLimits.MaxStopMilliseconds"/>.</param>
    /// <param name="frames">The frames to wait for the stop, up to <see cref="Framing.WireLimits.WaitFrames"/>.</param>
    /// <param name="cancellationToken">Cancels the wait; the game may still stop.</param>
    /// <returns>The stop, null if no instruction ran in these frames; and the frame.</returns>
    public static Task<(GameStop? Stop, long Frame)> StopGameAsync(
        this EmulatorClient emulator, int milliseconds, int frames, CancellationToken cancellationToken) =>
        AwaitStopAsync(emulator, DebuggerCommandTable.BreakpointStop.Request(milliseconds, frames), cancellationToken);

    /// <summary>Lets a stopped game go on.</summary>
    /// <exception cref="EmulatorException">It isn't stopped: <see cref="EmulatorFailure.NotHeld"/>.</exception>
    public static async Task<long> ContinueAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(DebuggerCommandTable.BreakpointContinue.Request(), cancellationToken)
            .ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Runs instructions of a stopped game, and returns where it is stopped then.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="instructions">Their number, up to <see cref="Framing.WireLimits.StepInstructions"/>.</param>
    /// <param name="frames">The frames to wait for the stop, up to <see cref="Framing.WireLimits.WaitFrames"/>.</param>
    /// <param name="cancellationToken">Cancels the wait; the game may still stop.</param>
    /// <returns>
    /// The stop, which may be at a breakpoint before all instructions have run, null if there was none in these frames; and the frame.
    /// </returns>
    /// <exception cref="EmulatorException">The game isn't stopped: <see cref="EmulatorFailure.NotHeld"/>.</exception>
    public static Task<(GameStop? Stop, long Frame)> StepInstructionsAsync(
        this EmulatorClient emulator, int instructions, int frames, CancellationToken cancellationToken) =>
        AwaitStopAsync(emulator, DebuggerCommandTable.BreakpointStep.Request(instructions, frames), cancellationToken);

    /// <summary>Waits until a breakpoint stops the game; lets it go on first if it is stopped elsewhere.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="id">The breakpoint; 0: any stop.</param>
    /// <param name="frames">The frames to wait for the stop, up to <see cref="Framing.WireLimits.WaitFrames"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The stop, null if there was none in these frames; and the frame.</returns>
    public static Task<(GameStop? Stop, long Frame)> WaitForStopAsync(
        this EmulatorClient emulator, int id, int frames, CancellationToken cancellationToken) =>
        AwaitStopAsync(emulator, DebuggerCommandTable.BreakpointAwait.Request(id, frames), cancellationToken);

    private static async Task<(GameStop? Stop, long Frame)> AwaitStopAsync(
        EmulatorClient emulator, EmulatorRequest request, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments) == 1 ? GameStop.ReadIfAny(arguments) : null, reply.Frame);
    }

    private static string ConditionOf(Breakpoint breakpoint) => breakpoint.Compare is null ? "-" : string.Create(
        CultureInfo.InvariantCulture,
        $"{breakpoint.Compare}:{breakpoint.Value}:{breakpoint.Mask}:{breakpoint.Register ?? "-"}");

    private static string PurposeOf(Breakpoint breakpoint) => breakpoint.Stop == 0
        ? WordOf(breakpoint.On)
        : string.Create(CultureInfo.InvariantCulture, $"{WordOf(breakpoint.On)}:stop:{breakpoint.Stop}");

    private static string WordOf(BreakpointAccess on) => on switch
    {
        BreakpointAccess.Read => "read",
        BreakpointAccess.Write => "write",
        BreakpointAccess.Read | BreakpointAccess.Write => "access",
        BreakpointAccess.Change => "change",
        BreakpointAccess.Execute => "execute",
        _ => throw new ArgumentOutOfRangeException(nameof(on), on, "A breakpoint is for read, write, both, change or execute."),
    };
}
