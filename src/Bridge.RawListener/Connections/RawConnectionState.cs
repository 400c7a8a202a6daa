using Microsoft.Extensions.ObjectPool;

namespace Bridge.RawListener.Connections;

/// <summary>Holds what is in progress on a connection: part of a message, commands in order, and unsent replies. Pooled.</summary>
internal sealed class RawConnectionState(InputMemory memory) : IResettable
{
    /// <summary>Max commands in flight of a client. No more are read until there is room.</summary>
    public const int MaxCommands = 64;

    private CancellationTokenSource? _closed;
    private RawExchange? _last;

    /// <summary>Gets or sets its index in the list of active connections.</summary>
    public int ActiveIndex { get; set; }

    /// <summary>Gets or sets since when the connection waits for its client, as a timestamp.</summary>
    public long WaitingSince { get; set; }

    /// <summary>Gets the oldest command in flight.</summary>
    public RawExchange? First { get; private set; }

    /// <summary>Gets how many commands are in flight.</summary>
    public int Commands { get; private set; }

    /// <summary>Gets or sets how many of them the emulator has not completed.</summary>
    public int Running { get; set; }

    /// <summary>Gets or sets whether a command with a long reply is in flight. It runs alone.</summary>
    public bool IsLong { get; set; }

    /// <summary>Gets or sets whether reading has stopped, and the connection closes after all replies are sent.</summary>
    public bool IsClosing { get; set; }

    /// <summary>Gets or sets how many bytes of the input have been searched for the end of a message.</summary>
    public int Scanned { get; set; }

    /// <summary>Gets the received bytes that are an incomplete message or commands that must wait.</summary>
    public InputBuffer Input { get; } = new(memory);

    /// <summary>Gets the bytes that are not sent yet.</summary>
    public OutputBuffer Output { get; } = new();

    /// <summary>Gets whether another command may start.</summary>
    public bool CanBegin => Commands < MaxCommands && !IsLong && !IsClosing && !Output.HasBytes;

    /// <summary>Gets whether nothing is in progress.</summary>
    public bool IsIdle => Commands == 0 && Input.Length == 0 && !Output.HasBytes;

    /// <summary>Gets a token that is cancelled when the connection closes.</summary>
    public CancellationToken Closed => (_closed ??= new CancellationTokenSource()).Token;

    /// <summary>Adds a command after the others.</summary>
    public void Add(RawExchange exchange)
    {
        if (_last is null)
            First = exchange;
        else
            _last.Next = exchange;
        _last = exchange;
        Commands++;
    }

    /// <summary>Removes the oldest command.</summary>
    public RawExchange RemoveFirst()
    {
        var first = First!;
        First = first.Next;
        first.Next = null;
        if (First is null)
            _last = null;
        Commands--;
        return first;
    }

    /// <summary>Cancels the running commands and drops all bytes, because the connection is closed.</summary>
    public void Close()
    {
        if (Running > 0)
            _closed?.Cancel();
        Input.Clear();
        Output.Clear();
    }

    /// <summary>Resets the state for another connection. None of its commands may be running.</summary>
    /// <returns>True.</returns>
    public bool TryReset()
    {
        Input.Clear();
        Output.Clear();
        if (_closed?.TryReset() == false)
        {
            _closed.Dispose();
            _closed = null;
        }

        Scanned = 0;
        IsLong = IsClosing = false;
        return true;
    }
}
