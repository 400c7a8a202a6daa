using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The commands on save states (docs/protocol/commands.md, "Reset and states").</summary>
public static class StateCommands
{
    /// <summary>Saves the game as it is.</summary>
    /// <returns>The reply with the state as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> SaveStateAsync(
        this EmulatorClient emulator, StateParts parts, CancellationToken cancellationToken) =>
        emulator.SendAsync(CommandTable.StateSave.Request((long)parts), cancellationToken);

    /// <summary>
    /// Puts the game into a state. One that is damaged or of another game is refused (<see cref="EmulatorFailure.BadState"/>)
    /// and changes nothing.
    /// </summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="parts">What to take from the state besides the machine itself.</param>
    /// <param name="state">As <see cref="SaveStateAsync"/> or mGBA's window has saved it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which the state was saved.</returns>
    public static async Task<long> LoadStateAsync(
        this EmulatorClient emulator, StateParts parts, ReadOnlyMemory<byte> state, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Load(parts, state), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }

    internal static EmulatorRequest Load(StateParts parts, ReadOnlyMemory<byte> state) =>
        CommandTable.StateLoad.Request((long)parts) with { Payload = state };

    /// <summary>Saves the game into one of mGBA's slots.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="slot">0 to 9.</param>
    /// <param name="parts">What to save besides the machine itself.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which it was saved.</returns>
    public static async Task<long> SaveSlotAsync(
        this EmulatorClient emulator, int slot, StateParts parts, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SlotSave.Request(slot, (long)parts), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Puts the game into the state of one of mGBA's slots; the parameters are those of <see cref="SaveSlotAsync"/>.</summary>
    /// <returns>The frame in which the state was saved.</returns>
    public static async Task<long> LoadSlotAsync(
        this EmulatorClient emulator, int slot, StateParts parts, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SlotLoad.Request(slot, (long)parts), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }
}
