using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for breakpoints of the bundled emulator (docs/protocol/commands.md, "Breakpoints"). Other emulators fail with
/// <see cref="EmulatorFailure.Unsupported"/>. Their hits are events, <see cref="Events.IEventListener.OnHits"/>.
/// </summary>
public static class BreakpointCommands
{
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
        var request = CommandTable.BreakpointSet.Request(
            WordOf(breakpoint.On), address.ToString(), breakpoint.Length, ConditionOf(breakpoint), breakpoint.Limit);
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((int)ReplyArguments.TakeNumber(ref arguments), (uint)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Ends a breakpoint, or all with the id 0.</summary>
    /// <returns>Whether there was one.</returns>
    public static async Task<bool> ClearBreakpointAsync(this EmulatorClient emulator, int id, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.BreakpointClear.Request(id), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ReplyArguments.TakeNumber(ref arguments) != 0;
    }

    /// <summary>Lists the breakpoints, with the hits so far.</summary>
    public static async Task<(IReadOnlyList<Breakpoint> Breakpoints, long Frame)> GetBreakpointsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.BreakpointList.Request(), cancellationToken).ConfigureAwait(false);
        var lines = Encoding.ASCII.GetString(reply.Payload.Span).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return ([.. lines.Select(Breakpoint.Read)], reply.Frame);
    }

    private static string ConditionOf(Breakpoint breakpoint) => breakpoint.Compare is null ? "-" : string.Create(
        CultureInfo.InvariantCulture,
        $"{breakpoint.Compare}:{breakpoint.Value}:{breakpoint.Mask}:{breakpoint.Register ?? "-"}");

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
