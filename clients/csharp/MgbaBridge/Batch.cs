namespace MgbaBridge;

/// <summary>1 to 256 operations that run in order in one frame, with nothing in between.</summary>
/// <remarks>
/// Each method adds an operation and returns the batch: <c>new Batch().Guard(place, "eq", 1).Write(0x02000200, 7, "u16")</c>.
/// At most 262,144 bytes are read, 16,384 bytes written, and one picture taken.
/// </remarks>
public sealed class Batch
{
    private readonly List<OperationJson> _operations = [];
    private bool _hasGuard;
    private bool _hasWrite;
    private bool _runsOnce;

    internal IReadOnlyList<OperationJson> Operations => _operations;

    // A write may change what a guard compares.
    internal bool IsRepeatable => !_runsOnce && !(_hasGuard && _hasWrite);

    /// <summary>Reads a value or a range.</summary>
    public Batch Read(Place place) => Add(new OperationJson("read", place.Address, place.Type, place.Length, place.Domain));

    /// <summary>Writes a number.</summary>
    public Batch Write(MemoryAddress address, long value, string type = "u8", string? domain = null) =>
        AddWrite(new OperationJson("write", address.Text, type, Domain: domain, Value: value));

    /// <summary>Writes bytes.</summary>
    public Batch WriteBytes(MemoryAddress address, ReadOnlySpan<byte> bytes, string? domain = null) =>
        AddWrite(new OperationJson("write", address.Text, Domain: domain, Hex: Convert.ToHexStringLower(bytes)));

    /// <summary>Skips the remaining operations unless the value compares: eq, ne, lt, le, gt or ge.</summary>
    public Batch Guard(Place place, string comparison, long value)
    {
        _hasGuard = true;
        return Add(new OperationJson("guard", place.Address, place.Type, place.Length, place.Domain, comparison, value));
    }

    /// <summary>Queues a press that begins in this frame.</summary>
    public Batch Press(string buttons, int hold = 6, int release = 2) =>
        AddOnce(new OperationJson("press", Buttons: buttons.Split('+'), Hold: hold, Release: release));

    /// <summary>Queues a sequence that begins in this frame.</summary>
    public Batch Sequence(IReadOnlyList<SequenceStep> steps, int repeat = 1) =>
        AddOnce(new OperationJson("sequence", Steps: steps, Repeat: repeat));

    /// <summary>Holds exactly these buttons.</summary>
    public Batch HoldButtons(params IReadOnlyList<string> buttons) => AddWrite(new OperationJson("hold", Buttons: buttons));

    /// <summary>Releases all buttons and empties the queue.</summary>
    public Batch ReleaseButtons() => AddOnce(new OperationJson("release"));

    /// <summary>Takes a picture.</summary>
    public Batch Screen() => Add(new OperationJson("screen"));

    /// <summary>Writes a register.</summary>
    public Batch Register(string name, long value) => AddWrite(new OperationJson("register", Name: name, Value: value));

    private Batch AddWrite(OperationJson operation)
    {
        _hasWrite = true;
        return Add(operation);
    }

    private Batch AddOnce(OperationJson operation)
    {
        _runsOnce = true;
        return Add(operation);
    }

    private Batch Add(OperationJson operation)
    {
        _operations.Add(operation);
        return this;
    }
}

/// <summary>What a batch did.</summary>
/// <param name="Frame">Its frame.</param>
/// <param name="Passed">Whether no guard failed.</param>
/// <param name="Values">What its reads found, in order.</param>
/// <param name="Png">The picture, if one was taken.</param>
public sealed record BatchResult(long Frame, bool Passed, Readings Values, ReadOnlyMemory<byte>? Png);
