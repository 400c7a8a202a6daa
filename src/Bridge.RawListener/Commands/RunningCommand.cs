using System.Buffers;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.RawListener.Commands;

/// <summary>Holds what a command uses until it has ended.</summary>
/// <param name="emulator">The emulator that it goes to.</param>
/// <param name="command">The command.</param>
/// <param name="startedAt">When it arrived, as a timestamp.</param>
internal sealed class RunningCommand(EmulatorClient emulator, CommandDescriptor command, long startedAt) : IDisposable
{
    private byte[]? _payload;

    public EmulatorClient Emulator => emulator;

    public CommandDescriptor Command => command;

    public long StartedAt => startedAt;

    /// <summary>Gets or sets the command's places in the token's share of the emulator. OWNED BY THIS.</summary>
    public IDisposable? Places { get; set; }

    /// <summary>Copies a payload out of the receive buffer. The copy is valid until the command has ended.</summary>
    public ReadOnlyMemory<byte> CopyPayload(ReadOnlySpan<byte> payload)
    {
        if (payload.IsEmpty)
            return default;
        _payload = ArrayPool<byte>.Shared.Rent(payload.Length);
        payload.CopyTo(_payload);
        return _payload.AsMemory(0, payload.Length);
    }

    public void Dispose()
    {
        Places?.Dispose();
        if (_payload is not { } payload)
            return;
        _payload = null;
        ArrayPool<byte>.Shared.Return(payload);
    }
}
