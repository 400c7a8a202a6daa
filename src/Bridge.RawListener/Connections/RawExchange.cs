using System.Buffers;
using System.Runtime.CompilerServices;
using Bridge.RawListener.Model;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.RawListener.Connections;

/// <summary>A command of a client and its reply. Pooled. Only the end of the emulator's part happens outside the loop's thread.</summary>
internal sealed class RawExchange
{
    private readonly Action _onEnd;
    private ConfiguredValueTaskAwaitable<EmulatorReply>.ConfiguredValueTaskAwaiter _asked;
    private byte[]? _payload;

    /// <summary>Makes one.</summary>
    /// <param name="ended">Called, on any thread, when the emulator's part has ended.</param>
    public RawExchange(Action<RawExchange> ended) => _onEnd = () => ended(this);

    /// <summary>Gets or sets the next command of the same connection.</summary>
    public RawExchange? Next { get; set; }

    public RawConnection Connection { get; private set; } = null!;

    /// <summary>Gets the emulator that the command goes to; null before a hello.</summary>
    public EmulatorClient? Emulator { get; private set; }

    /// <summary>Gets the command; null when there is none of its name.</summary>
    public CommandDescriptor? Command { get; private set; }

    /// <summary>Gets when it arrived, as a timestamp.</summary>
    public long Began { get; private set; }

    /// <summary>Gets the emulator's reply, once it has come.</summary>
    public EmulatorReply? EmulatorReply { get; private set; }

    /// <summary>Gets the bridge's own reply, if it is one of those.</summary>
    public RawReply? Reply { get; private set; }

    /// <summary>Gets whether its reply can be sent.</summary>
    public bool IsOver => EmulatorReply is not null || Reply is not null;

    /// <summary>Gets or sets the places of its token's share that it takes until it has ended. OWNED BY THIS.</summary>
    public IDisposable? Places { get; set; }

    /// <summary>Gets whether the emulator was asked.</summary>
    public bool IsAsked { get; private set; }

    /// <summary>Gets whether it lasts as long as its client asked for.</summary>
    public bool TakesFrames { get; private set; }

    /// <summary>Begins a command.</summary>
    public void Begin(RawConnection connection, CommandDescriptor? command, long now) =>
        (Connection, Emulator, Command, Began) = (connection, connection.Emulator, command, now);

    /// <summary>Copies a payload, which has to stay until the command has ended, out of the buffer of what is received.</summary>
    public ReadOnlyMemory<byte> Copy(ReadOnlySpan<byte> payload)
    {
        if (payload.IsEmpty)
            return default;
        _payload = ArrayPool<byte>.Shared.Rent(payload.Length);
        payload.CopyTo(_payload);
        return _payload.AsMemory(0, payload.Length);
    }

    /// <summary>Waits for the emulator's part.</summary>
    /// <param name="asked">The emulator's part.</param>
    /// <param name="takesFrames">Whether it lasts as long as its client asked for.</param>
    public void Await(ValueTask<EmulatorReply> asked, bool takesFrames)
    {
        IsAsked = true;
        TakesFrames = takesFrames;
        _asked = asked.ConfigureAwait(false).GetAwaiter();
        if (_asked.IsCompleted)
            _onEnd();
        else
            _asked.UnsafeOnCompleted(_onEnd);
    }

    /// <summary>Completes it with the emulator's reply, which it OWNS from here on. Once, after the emulator's part has ended.</summary>
    /// <exception cref="EmulatorException">The command has failed.</exception>
    /// <exception cref="OperationCanceledException">The connection was closed.</exception>
    public EmulatorReply Complete()
    {
        GiveBackPlaces();
        return EmulatorReply = _asked.GetResult();
    }

    /// <summary>Completes it with a reply of the bridge's own.</summary>
    public void Complete(RawReply reply) => Reply = reply;

    /// <summary>Drops the emulator's reply, after the loop has ended.</summary>
    public void Discard()
    {
        try
        {
            Complete();
        }
        catch (Exception exception) when (exception is EmulatorException or OperationCanceledException)
        {
            // No client is left to be told.
        }

        Reset();
    }

    /// <summary>Resets it for another command.</summary>
    public void Reset()
    {
        GiveBackPlaces();
        EmulatorReply?.Dispose();
        EmulatorReply = null;
        Reply = null;
        _asked = default;
        Connection = null!;
        Emulator = null;
        IsAsked = TakesFrames = false;
        Command = null;
        if (_payload is null)
            return;
        ArrayPool<byte>.Shared.Return(_payload);
        _payload = null;
    }

    private void GiveBackPlaces()
    {
        Places?.Dispose();
        Places = null;
    }
}
