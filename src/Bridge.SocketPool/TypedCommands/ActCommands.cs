using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The command for a turn of an agent (docs/protocol/commands.md, "Act").</summary>
public static class ActCommands
{
    /// <summary>Runs an act and waits until it is over.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="act">What to do; sent once.</param>
    /// <param name="cancellationToken">Ends it; its buttons go up.</param>
    /// <returns>How it went, OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// Among others <see cref="EmulatorFailure.Held"/>: exclusively, by another lease; <see cref="EmulatorFailure.BadState"/>:
    /// nothing was done.
    /// </exception>
    /// <exception cref="ArgumentException">It is longer than the protocol allows; nothing was sent.</exception>
    public static async Task<ActReply> ActAsync(this EmulatorClient emulator, EmulatorAct act, CancellationToken cancellationToken)
    {
        // If the state makes mGBA calculate for ever, there is no reply.
        if (act.LoadsState)
            emulator.NoteLoad();
        var reply = await emulator.SendAsync(
            CommandTable.Act.Request(act.Settle, act.KeyFrameEvery, act.Lease) with
            {
                Payload = act.ToPayload(),
                FramesNeeded = act.FramesNeeded + act.Settle,
            }, cancellationToken).ConfigureAwait(false);
        try
        {
            return new ActReply(reply, act.Looks.Count);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }
}
