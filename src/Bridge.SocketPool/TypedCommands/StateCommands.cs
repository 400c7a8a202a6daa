using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the commands for save states (docs/protocol/commands.md, "Reset and states").</summary>
public static class StateCommands
{
    /// <summary>Saves the current state of the game.</summary>
    /// <returns>The reply with the state as payload. OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> SaveStateAsync(
        this EmulatorClient emulator, StateParts parts, CancellationToken cancellationToken) =>
        emulator.SendAsync(CommandTable.StateSave.Request((long)parts), cancellationToken);

    /// <summary>Saves the current state of the game, and converts it before the next bulk request is sent.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="parts">What to save besides the machine itself.</param>
    /// <param name="convert">Converts the reply with the state as payload, which it OWNS.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The converted state.</returns>
    public static ValueTask<T> SaveStateAsync<T>(
        this EmulatorClient emulator, StateParts parts, Func<EmulatorReply, T> convert, CancellationToken cancellationToken) =>
        emulator.SendInTurnAsync(CommandTable.StateSave.Request((long)parts), convert, cancellationToken);

    /// <summary>
    /// Loads a state. A state that is damaged or belongs to another game is refused (<see cref="EmulatorFailure.RefusedState"/>) and
    /// changes nothing.
    /// </summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="parts">What to load besides the machine itself.</param>
    /// <param name="state">A state from <see cref="SaveStateAsync"/> or from mGBA's window.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame at which the state was saved.</returns>
    public static async Task<long> LoadStateAsync(
        this EmulatorClient emulator, StateParts parts, ReadOnlyMemory<byte> state, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Load(parts, state), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }

    internal static EmulatorRequest Load(StateParts parts, ReadOnlyMemory<byte> state) =>
        CommandTable.StateLoad.Request((long)parts) with { Payload = state };

    /// <summary>Saves a state into one of mGBA's slots.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="slot">0 to 9.</param>
    /// <param name="parts">What to save besides the machine itself.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame in which the state was saved.</returns>
    public static async Task<long> SaveSlotAsync(
        this EmulatorClient emulator, int slot, StateParts parts, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SlotSave.Request(slot, (long)parts), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Loads the state in one of mGBA's slots. The parameters are those of <see cref="SaveSlotAsync"/>.</summary>
    /// <returns>The frame at which the state was saved.</returns>
    public static async Task<long> LoadSlotAsync(
        this EmulatorClient emulator, int slot, StateParts parts, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SlotLoad.Request(slot, (long)parts), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }
}
