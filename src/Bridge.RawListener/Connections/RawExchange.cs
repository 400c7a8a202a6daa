using System.Buffers;
using System.Runtime.CompilerServices;
using Bridge.RawListener.Model;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Microsoft.Extensions.ObjectPool;

namespace Bridge.RawListener.Connections;

/// <summary>
/// Holds a command of a client and its reply. Pooled. Only the completion by the emulator happens outside the loop's thread.
/// </summary>
internal sealed class RawExchange : IResettable
{
    private readonly Action _onEnd;
    private ConfiguredValueTaskAwaitable<EmulatorReply>.ConfiguredValueTaskAwaiter _awaiter;
    private byte[]? _payload;

    /// <summary>Creates an exchange.</summary>
    /// <param name="onEnded">Called, on any thread, when the emulator has completed it.</param>
    public RawExchange(Action<RawExchange> onEnded) => _onEnd = () => onEnded(this);

    /// <summary>Gets or sets the next command of the same connection.</summary>
    public RawExchange? Next { get; set; }

    public RawConnection Connection { get; private set; } = null!;

    /// <summary>Gets the emulator that the command goes to; null before a hello.</summary>
    public EmulatorClient? Emulator { get; private set; }

    /// <summary>Gets the command; null if there is none of its name.</summary>
    public CommandDescriptor? Command { get; private set; }

    /// <summary>Gets when it arrived, as a timestamp.</summary>
    public long StartedAt { get; private set; }

    /// <summary>Gets the emulator's reply; null before it is completed, and for a reply of the bridge.</summary>
    public EmulatorReply? EmulatorReply { get; private set; }

    /// <summary>Gets the reply of the bridge itself; null for one of the emulator.</summary>
    public RawReply? Reply { get; private set; }

    /// <summary>Gets whether its reply can be sent.</summary>
    public bool IsCompleted => EmulatorReply is not null || Reply is not null;

    /// <summary>
    /// Gets or sets its reservation in the token's share of the emulator, held until the command has ended. OWNED BY THIS.
    /// </summary>
    public IDisposable? Places { get; set; }

    /// <summary>Gets whether the command was sent to the emulator.</summary>
    public bool IsSent { get; private set; }

    /// <summary>Gets whether the command waits for as long as the client requested.</summary>
    public bool TakesFrames { get; private set; }

    /// <summary>Starts a command.</summary>
    public void Begin(RawConnection connection, CommandDescriptor? command, long now) =>
        (Connection, Emulator, Command, StartedAt) = (connection, connection.Emulator, command, now);

    /// <summary>Copies a payload out of the receive buffer. The copy is valid until the command has ended.</summary>
    public ReadOnlyMemory<byte> Copy(ReadOnlySpan<byte> payload)
    {
        if (payload.IsEmpty)
            return default;
        _payload = ArrayPool<byte>.Shared.Rent(payload.Length);
        payload.CopyTo(_payload);
        return _payload.AsMemory(0, payload.Length);
    }

    /// <summary>Waits for the emulator.</summary>
    /// <param name="pendingReply">The task of the request.</param>
    /// <param name="takesFrames">Whether the command waits for as long as the client requested.</param>
    public void Await(ValueTask<EmulatorReply> pendingReply, bool takesFrames)
    {
        IsSent = true;
        TakesFrames = takesFrames;
        _awaiter = pendingReply.ConfigureAwait(false).GetAwaiter();
        if (_awaiter.IsCompleted)
            _onEnd();
        else
            _awaiter.UnsafeOnCompleted(_onEnd);
    }

    /// <summary>
    /// Completes the exchange with the emulator's reply, which it OWNS from here on. May be called only once, after the emulator has
    /// completed it.
    /// </summary>
    /// <exception cref="EmulatorException">The command has failed.</exception>
    /// <exception cref="OperationCanceledException">The connection was closed.</exception>
    public EmulatorReply Complete()
    {
        GiveBackPlaces();
        return EmulatorReply = _awaiter.GetResult();
    }

    /// <summary>Completes the exchange with a reply of the bridge itself.</summary>
    public void Complete(RawReply reply) => Reply = reply;

    /// <summary>Discards the emulator's reply, after the loop has ended.</summary>
    public void Discard()
    {
        try
        {
            Complete();
        }
        catch (Exception exception) when (exception is EmulatorException or OperationCanceledException)
        {
            // The client is gone, so the error has no receiver.
        }

        TryReset();
    }

    /// <summary>Resets the exchange for another command.</summary>
    /// <returns>True.</returns>
    public bool TryReset()
    {
        GiveBackPlaces();
        EmulatorReply?.Dispose();
        EmulatorReply = null;
        Reply = null;
        _awaiter = default;
        Connection = null!;
        Emulator = null;
        IsSent = TakesFrames = false;
        Command = null;
        if (_payload is not null)
            ArrayPool<byte>.Shared.Return(_payload);
        _payload = null;
        return true;
    }

    private void GiveBackPlaces()
    {
        Places?.Dispose();
        Places = null;
    }
}
