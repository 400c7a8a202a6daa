using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands that wait inside the emulator (docs/protocol/commands.md), for 1 to 36,000 frames. Cancelling a request also ends the
/// wait in the script.
/// </summary>
public static class WaitCommands
{
    /// <summary>Waits until the emulator has run a number of frames.</summary>
    /// <returns>How many frames passed, and the frame.</returns>
    public static async Task<(int Waited, long Frame)> WaitForFramesAsync(
        this EmulatorClient emulator, int frames, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.FramesWait.Request(frames), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Waits until a value in memory meets a condition. The script checks it at once and in each frame.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Bus address, offset, or pointer chain. A chain is resolved again in each frame.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32.</param>
    /// <param name="domain">The name of a memory domain; null for the bus.</param>
    /// <param name="condition">A condition as for <see cref="EmulatorBatch.Guard"/>, or <c>changed</c>.</param>
    /// <param name="frames">Max frames to wait.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    public static async Task<MemoryWaitResult> WaitForMemoryAsync(
        this EmulatorClient emulator, MemoryAddress address, string type, string? domain, string condition, int frames,
        CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.MemoryWait.Request(address.ToArgument(), type, domain, condition, frames), cancellationToken)
            .ConfigureAwait(false);
        var arguments = reply.Arguments;
        var met = ReplyArguments.TakeNumber(ref arguments) == 1;
        var value = ReplyArguments.TakeNumberIfAny(ref arguments);
        var waited = (int)ReplyArguments.TakeNumber(ref arguments);
        return new MemoryWaitResult(met, value, value is null ? null : address.Resolve(arguments), waited, reply.Frame);
    }

    /// <summary>Waits until the screen differs from what it showed at the start of the wait, or a number of frames has passed.</summary>
    /// <returns>Whether the screen changed, how many frames passed, and the frame.</returns>
    public static async Task<(bool Met, int Waited, long Frame)> WaitForScreenAsync(
        this EmulatorClient emulator, int frames, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.ScreenWait.Request(frames), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments) == 1, (int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Waits until any or all of some conditions have held. The script checks them at once and in each frame.</summary>
    public static async Task<ConditionsResult> WaitForConditionsAsync(
        this EmulatorClient emulator, AwaitedConditions conditions, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(conditions.ToRequest(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        var met = ReplyArguments.TakeNumber(ref arguments) == 1;
        var waited = (int)ReplyArguments.TakeNumber(ref arguments);
        return new ConditionsResult(met, AwaitedConditions.TakeHeld(ref arguments), waited, reply.Frame);
    }
}

/// <summary>Describes the result of a wait for memory.</summary>
/// <param name="Met">Whether the condition was met; false if the frames ran out.</param>
/// <param name="Value">The value at the end, in the range of its type; null if a pointer chain could not be resolved.</param>
/// <param name="Address">The address that was read; null if none was.</param>
/// <param name="Waited">How many frames passed.</param>
/// <param name="Frame">The frame at the end of the wait.</param>
public readonly record struct MemoryWaitResult(bool Met, long? Value, uint? Address, int Waited, long Frame);
