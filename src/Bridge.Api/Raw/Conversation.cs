using System.Buffers;

namespace Bridge.Api.Raw;

/// <summary>What is under way with a client of the raw door: half a message, commands in their order, bytes that it hasn't taken yet. Used again for others.</summary>
internal sealed class Conversation
{
    /// <summary>Commands of one client that are under way; more are not read until there is room.</summary>
    public const int MostCommands = 64;

    private CancellationTokenSource? _leaving;
    private DoorExchange? _last;
    private byte[]? _input;
    private byte[]? _output;
    private int _outputBegin;
    private int _outputEnd;

    /// <summary>Its place among the conversations that are looked through for those that take too long.</summary>
    public int Place { get; set; }

    /// <summary>Since when its client has been waited for, as a timestamp.</summary>
    public long Since { get; set; }

    /// <summary>The oldest command under way.</summary>
    public DoorExchange? First { get; private set; }

    /// <summary>How many there are.</summary>
    public int Commands { get; private set; }

    /// <summary>How many of them have not ended yet.</summary>
    public int Running { get; set; }

    /// <summary>A command that may be answered at length is under way: it was begun when there was no other, and none begins beside it.</summary>
    public bool IsLong { get; set; }

    /// <summary>Nothing more is read; it ends when all is answered.</summary>
    public bool IsEnding { get; set; }

    /// <summary>How much of the input was looked through for the end of a message.</summary>
    public int Scanned { get; set; }

    /// <summary>Bytes that have come and are not yet a message, or must wait.</summary>
    public Span<byte> Input => _input.AsSpan(0, InputLength);

    public int InputLength { get; private set; }

    /// <summary>Bytes that the client hasn't taken yet.</summary>
    public ReadOnlySpan<byte> Output => _output.AsSpan(_outputBegin, _outputEnd - _outputBegin);

    /// <summary>Whether there are such bytes.</summary>
    public bool HasOutput => _output is not null;

    /// <summary>Whether another command may begin.</summary>
    public bool HasRoom => Commands < MostCommands && !IsLong && !IsEnding && _output is null;

    /// <summary>Whether nothing of it is left.</summary>
    public bool IsOver => Commands == 0 && InputLength == 0 && _output is null;

    /// <summary>Cancelled when the client hangs up.</summary>
    public CancellationToken Leaving => (_leaving ??= new CancellationTokenSource()).Token;

    public void Add(DoorExchange exchange)
    {
        if (_last is null)
            First = exchange;
        else
            _last.Next = exchange;
        _last = exchange;
        Commands++;
    }

    /// <summary>Takes out the oldest command.</summary>
    public DoorExchange TakeFirst()
    {
        var first = First!;
        First = first.Next;
        first.Next = null;
        if (First is null)
            _last = null;
        Commands--;
        return first;
    }

    /// <summary>Room for at least so many more bytes of input.</summary>
    public Span<byte> RoomForInput(int bytes)
    {
        if (_input is null || _input.Length < InputLength + bytes)
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(InputLength + bytes, 2 * InputLength));
            Input.CopyTo(larger);
            if (_input is not null)
                ArrayPool<byte>.Shared.Return(_input);
            _input = larger;
        }

        return _input.AsSpan(InputLength);
    }

    /// <summary>So many bytes have been put there.</summary>
    public void Received(int bytes) => InputLength += bytes;

    /// <summary>The first bytes of the input were used.</summary>
    public void Consume(int bytes)
    {
        Input[bytes..].CopyTo(_input);
        InputLength -= bytes;
        if (InputLength > 0 || _input is null)
            return;
        ArrayPool<byte>.Shared.Return(_input);
        _input = null;
    }

    /// <summary>Keeps what couldn't be sent, OWNED BY THIS from here on; from <see cref="ArrayPool{T}.Shared"/>.</summary>
    public void Keep(byte[] output, int begin, int end) => (_output, _outputBegin, _outputEnd) = (output, begin, end);

    /// <summary>So many bytes of the output were taken.</summary>
    public void Sent(int bytes)
    {
        _outputBegin += bytes;
        if (_outputBegin < _outputEnd)
            return;
        ArrayPool<byte>.Shared.Return(_output!);
        _output = null;
        _outputBegin = _outputEnd = 0;
    }

    /// <summary>The client has hung up: what it waits for is ended.</summary>
    public void Cancel()
    {
        if (Running > 0)
            _leaving?.Cancel();
    }

    /// <summary>Makes it as new. Nothing of it runs any more.</summary>
    public void Reset()
    {
        if (InputLength > 0)
            Consume(InputLength);
        if (_output is not null)
            Sent(_outputEnd - _outputBegin);
        if (_leaving?.TryReset() == false)
        {
            _leaving.Dispose();
            _leaving = null;
        }

        Scanned = 0;
        IsLong = IsEnding = false;
    }
}
