using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the command for an act, one turn of an agent (docs/protocol/commands.md, "Act").</summary>
public static class ActCommands
{
    // An argument that stands before another one can't be left out.
    private const string None = "-";

    /// <summary>Runs an act and waits for its end.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="act">The act. It can be sent only once.</param>
    /// <param name="cancellationToken">Cancels the act, and releases its buttons.</param>
    /// <returns>The result. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// Among others <see cref="EmulatorFailure.Held"/>: another lease holds the game exclusively;
    /// <see cref="EmulatorFailure.RefusedState"/>: nothing was done.
    /// </exception>
    /// <exception cref="ArgumentException">The act is longer than the protocol allows; nothing was sent.</exception>
    public static async Task<ActReply> ActAsync(this EmulatorClient emulator, EmulatorAct act, CancellationToken cancellationToken)
    {
        // Before the request: if the state makes mGBA hang, there is no reply.
        if (act.LoadsState)
            emulator.NoteLoad();
        var reply = await emulator.SendAsync(
            RequestOf(act) with
            {
                Payload = act.ToPayload(),
                FramesNeeded = act.FramesNeeded + act.Settle,
            }, cancellationToken).ConfigureAwait(false);
        try
        {
            return new ActReply(reply, act);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }

    private static EmulatorRequest RequestOf(EmulatorAct act)
    {
        var stepEnds = act.ReadsEachStep ? act.StepEnds : None;
        if (act.Speed is { } speed)
            return CommandTable.Act.Request(act.Settle, act.KeyFrameEvery, act.Lease, stepEnds, speed);
        return act.ReadsEachStep
            ? CommandTable.Act.Request(act.Settle, act.KeyFrameEvery, act.Lease, stepEnds)
            : CommandTable.Act.Request(act.Settle, act.KeyFrameEvery, act.Lease);
    }
}
