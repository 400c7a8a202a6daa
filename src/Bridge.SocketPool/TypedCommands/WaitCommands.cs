using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// What is waited for inside the emulator (docs/protocol/commands.md), in frames of its own, 1 to 36,000. Giving up ends it there, too.
/// </summary>
public static class WaitCommands
{
    /// <summary>Waits until a number of frames has been emulated.</summary>
    /// <returns>How many have been, and the frame.</returns>
    public static async Task<(int Waited, long Frame)> WaitForFramesAsync(
        this EmulatorClient emulator, int frames, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.FramesWait.Request(frames), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Waits until a value in memory meets a condition; looks at once and in each frame.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="address">Bus address, offset, or chain of pointers, which is followed anew in each frame.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32.</param>
    /// <param name="domain">A domain's name; null: the bus.</param>
    /// <param name="condition">As <see cref="EmulatorBatch.Guard"/> takes it, or <c>changed</c>.</param>
    /// <param name="frames">After this number of frames it ends in any case.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<MemoryWaited> WaitForMemoryAsync(
        this EmulatorClient emulator, MemoryAddress address, string type, string? domain, string condition, int frames,
        CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            Memory(address, type, domain, condition, frames), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        var met = ReplyArguments.TakeNumber(ref arguments) == 1;
        var value = ReplyArguments.TakeNumberIfAny(ref arguments);
        var waited = (int)ReplyArguments.TakeNumber(ref arguments);
        return new MemoryWaited(met, value, value is null ? null : address.Resolve(arguments), waited, reply.Frame);
    }

    internal static EmulatorRequest Memory(MemoryAddress address, string type, string? domain, string condition, int frames) =>
        CommandTable.MemoryWait.Request(address.ToArgument(), type, domain, condition, frames);

    /// <summary>Waits until the picture differs from the one that there was at first, or a number of frames has passed.</summary>
    /// <returns>Whether it does, how many frames were waited, and the frame.</returns>
    public static async Task<(bool Met, int Waited, long Frame)> WaitForScreenAsync(
        this EmulatorClient emulator, int frames, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.ScreenWait.Request(frames), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments) == 1, (int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }
}

/// <summary>How a wait for memory ended.</summary>
/// <param name="Met">Whether the condition was met; else the frames ran out.</param>
/// <param name="Value">The value at the end, in its type's own range; null when a chain of pointers led nowhere.</param>
/// <param name="Address">Where it was read; null when it was not.</param>
/// <param name="Waited">Frames.</param>
/// <param name="Frame">The frame in which it ended.</param>
public readonly record struct MemoryWaited(bool Met, long? Value, uint? Address, int Waited, long Frame);
