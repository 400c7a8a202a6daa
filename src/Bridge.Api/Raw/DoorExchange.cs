using System.Buffers;
using System.Runtime.CompilerServices;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Raw;

/// <summary>A command of a client of the raw door and its answer. Used again for other ones; all but the end of the emulator's part happens in the loop.</summary>
internal sealed class DoorExchange
{
    private readonly Action _onEnd;
    private ConfiguredValueTaskAwaitable<EmulatorReply>.ConfiguredValueTaskAwaiter _asked;
    private EmulatorReply? _reply;
    private DoorAnswer? _answer;
    private byte[]? _payload;

    /// <param name="ended">Told, on any thread, that the emulator's part has ended.</param>
    public DoorExchange(Action<DoorExchange> ended) => _onEnd = () => ended(this);

    /// <summary>The one that was asked next by the same client.</summary>
    public DoorExchange? Next { get; set; }

    public DoorClient Client { get; private set; } = null!;

    /// <summary>The emulator that was asked, or would have been.</summary>
    public EmulatorClient? Emulator { get; private set; }

    /// <summary>The command; null when there is none of the name that was asked for.</summary>
    public CommandDescriptor? Command { get; private set; }

    /// <summary>When it came, as a timestamp.</summary>
    public long Began { get; private set; }

    /// <summary>Whether its answer can be sent.</summary>
    public bool IsOver => _reply is not null || _answer is not null;

    /// <summary>What the command takes of its client's share until it has ended. OWNED BY THIS.</summary>
    public IDisposable? Places { get; set; }

    /// <summary>Whether the emulator was asked.</summary>
    public bool IsAsked { get; private set; }

    /// <summary>Whether it takes as long as its client asked for.</summary>
    public bool TakesFrames { get; private set; }

    /// <summary>The most bytes that its answer takes.</summary>
    public int MostBytes => _reply is { } reply ? DoorAnswer.MostBytesOf(reply) : _answer!.MostBytes;

    public void Begin(DoorClient client, CommandDescriptor? command, long now)
    {
        Client = client;
        Emulator = client.Emulator;
        Command = command;
        Began = now;
    }

    /// <summary>The payload's bytes, which stay as they are until the command has ended; the buffer they came in is used for others meanwhile.</summary>
    public ReadOnlyMemory<byte> Copy(ReadOnlySpan<byte> payload)
    {
        if (payload.IsEmpty)
            return default;
        _payload = ArrayPool<byte>.Shared.Rent(payload.Length);
        payload.CopyTo(_payload);
        return _payload.AsMemory(0, payload.Length);
    }

    /// <summary>Waits for what the emulator says.</summary>
    /// <param name="asked">The emulator's part.</param>
    /// <param name="takesFrames">Whether it takes as long as its client asked for.</param>
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

    /// <summary>Takes the reply. Once, and not before it has ended.</summary>
    /// <exception cref="EmulatorException">It had no good end.</exception>
    /// <exception cref="OperationCanceledException">Its client has hung up.</exception>
    public EmulatorReply TakeReply()
    {
        GiveBackPlaces();
        return _asked.GetResult();
    }

    /// <summary>It has ended well. OWNED BY THIS from here on.</summary>
    public void Complete(EmulatorReply reply) => _reply = reply;

    /// <summary>It has ended without the emulator, or not well.</summary>
    public void Complete(DoorAnswer answer) => _answer = answer;

    /// <summary>Writes the answer.</summary>
    /// <returns>Bytes.</returns>
    public int Write(Span<byte> destination) => _reply is { } reply ? DoorAnswer.Write(reply, destination) : _answer!.Write(destination);

    /// <summary>Takes what the emulator said and throws it away, after the loop has ended.</summary>
    public void Discard()
    {
        try
        {
            TakeReply().Dispose();
        }
        catch (Exception exception) when (exception is EmulatorException or OperationCanceledException)
        {
            // Nobody is left to be told.
        }

        Reset();
    }

    /// <summary>Makes it as new.</summary>
    public void Reset()
    {
        GiveBackPlaces();
        _reply?.Dispose();
        _reply = null;
        _answer = null;
        _asked = default;
        Client = null!;
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
