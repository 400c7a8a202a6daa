using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.States;

/// <summary>A state that an emulator has saved, as its reply or as a PNG. Disposing this returns the reply's bytes.</summary>
internal sealed class SavedState : IDisposable
{
    private readonly EmulatorReply _reply;

    private SavedState(EmulatorReply reply, ReadOnlyMemory<byte> bytes) => (_reply, Bytes) = (reply, bytes);

    /// <summary>Gets the state; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Bytes { get; }

    /// <summary>Gets the frame in which it was saved.</summary>
    public long Frame => _reply.Frame;

    /// <summary>Saves the current state, OWNED BY THE CALLER; with <see cref="StateParts.Picture"/> as a PNG.</summary>
    /// <remarks>
    /// Compressing takes milliseconds, so the bridge does it if the emulator can return pixels. Other emulators compress between two
    /// frames.
    /// </remarks>
    public static ValueTask<SavedState> SaveAsync(EmulatorClient emulator, StateParts parts, CancellationToken cancellationToken) =>
        parts.HasFlag(StateParts.Picture)
            ? emulator.SaveStateAsync(parts | StateParts.Pixels, Pack, cancellationToken)
            : emulator.SaveStateAsync(parts, static reply => new SavedState(reply, reply.Payload), cancellationToken);

    private static SavedState Pack(EmulatorReply reply)
    {
        try
        {
            return new SavedState(reply, StatePng.Pack(reply.Payload));
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }

    public void Dispose() => _reply.Dispose();
}
