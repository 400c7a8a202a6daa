namespace Bridge.RawListener.Connections;

/// <summary>What is under way on a connection: part of a message, commands in their order, replies that are not sent. Pooled.</summary>
internal sealed class RawConnectionState(InputMemory memory)
{
    /// <summary>How many commands of a client may be under way. No more are read until there is room.</summary>
    public const int MaxCommands = 64;

    private CancellationTokenSource? _closed;
    private RawExchange? _last;

    /// <summary>Gets or sets its index in the list of active connections.</summary>
    public int ActiveIndex { get; set; }

    /// <summary>Gets or sets the timestamp since which the client has been waited for.</summary>
    public long WaitingSince { get; set; }

    /// <summary>Gets the oldest command under way.</summary>
    public RawExchange? First { get; private set; }

    /// <summary>Gets how many commands are under way.</summary>
    public int Commands { get; private set; }

    /// <summary>Gets or sets how many of them the emulator has not answered.</summary>
    public int Running { get; set; }

    /// <summary>Gets or sets whether a command with a long reply is under way. It begins alone, and none begins beside it.</summary>
    public bool IsLong { get; set; }

    /// <summary>Gets or sets whether nothing more is read, and the connection closes once all replies are sent.</summary>
    public bool IsClosing { get; set; }

    /// <summary>Gets or sets how many bytes of the input have been searched for the end of a message.</summary>
    public int Scanned { get; set; }

    /// <summary>Gets the bytes that are not a whole message yet, or must wait.</summary>
    public InputBuffer Input { get; } = new(memory);

    /// <summary>Gets the bytes that the client has not taken yet.</summary>
    public OutputBuffer Output { get; } = new();

    /// <summary>Gets whether another command may begin.</summary>
    public bool CanBegin => Commands < MaxCommands && !IsLong && !IsClosing && !Output.HasBytes;

    /// <summary>Gets whether nothing is left under way.</summary>
    public bool IsIdle => Commands == 0 && Input.Length == 0 && !Output.HasBytes;

    /// <summary>Gets a token that is cancelled when the connection closes.</summary>
    public CancellationToken Closed => (_closed ??= new CancellationTokenSource()).Token;

    /// <summary>Adds a command behind the others.</summary>
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

    /// <summary>Cancels the commands that run, and drops the bytes, because the connection is closed.</summary>
    public void Close()
    {
        if (Running > 0)
            _closed?.Cancel();
        Input.Clear();
        Output.Clear();
    }

    /// <summary>Resets it for another connection. None of its commands may run.</summary>
    public void Reset()
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
    }
}
