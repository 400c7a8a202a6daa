using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Simulation.Model;

namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>One request of a caller: its arguments, what the emulator did with it, and its outcome.</summary>
internal sealed class TrackedRequest(int token, int caller, Kind kind, int size)
{
    // A frame at a quarter of the console's speed, the slowest: the client extends the deadline of waits accordingly.
    private static readonly TimeSpan SlowestFrame = TimeSpan.FromSeconds(4 / 59.7275);

    /// <summary>Gets the number that is unique in the run, on the wire as well.</summary>
    public int Token { get; } = token;

    public int Caller { get; } = caller;

    public Kind Kind { get; } = kind;

    /// <summary>Gets the bytes to send or receive, or the frames to wait.</summary>
    public int Size { get; } = size;

    public ReplayCategory Category { get; } = kind switch
    {
        Kind.Press or Kind.Step => ReplayCategory.NotReplayable,
        Kind.Set or Kind.WriteRange => ReplayCategory.LastWriteWins,
        _ => ReplayCategory.ReadOnly,
    };

    /// <summary>Gets how many connections the client had closed when the request began.</summary>
    public int ClosedBefore { get; private set; }

    /// <summary>Gets when it must have ended: a frame after its deadline.</summary>
    public TimeSpan Latest { get; private set; }

    /// <summary>Gets whether the client has ever passed it to a <c>send</c>.</summary>
    public bool WasOffered { get; private set; }

    /// <summary>Gets or sets the connection that last delivered it to the emulator, and its id there.</summary>
    public (ModelConnection Connection, long Id)? Arrival { get; set; }

    /// <summary>Gets or sets how often the emulator has begun to run it.</summary>
    public int Runs { get; set; }

    /// <summary>Gets the outcome: <c>answered</c>, <c>gave-up</c>, or a failure; null while it waits.</summary>
    public string? Ending { get; private set; }

    /// <summary>Gets the failure's message.</summary>
    public string Sentence { get; private set; } = "";

    /// <summary>Gets whether it may wait for its turn before it is sent.</summary>
    public bool IsBulk => (Kind is Kind.Echo or Kind.Range or Kind.WriteRange) && Size > EmulatorRequest.MaxShortBytes;

    public bool MayRunTwice => Category == ReplayCategory.ReadOnly;

    /// <summary>Gets the number that its reply must contain.</summary>
    public long Answer => 1_000_000L + Token * 7919L;

    public EmulatorRequest ToRequest()
    {
        // The simulation has arguments of its own, so the rules of the real command do not apply.
        EmulatorRequest Make(string command, params ReadOnlySpan<RequestArgument> more) =>
            CommandTable.Find(command)!.Request([Token, .. more]) with { Category = Category, FramesNeeded = 0 };
        return Kind switch
        {
            Kind.Get => Make("memory.get"),
            Kind.Refused => Make("memory.get", "refuse"),
            Kind.Set => Make("memory.set"),
            Kind.Step => Make("frames.step"),
            Kind.Echo => Make("echo") with
                { Text = string.Create(Size, Token, static (text, token) => text.Fill((char)('a' + token % 26))) },
            Kind.Press => Make("buttons.press", Size),
            Kind.Range => Make("memory.read", Size),
            Kind.WriteRange => Make("memory.write") with { Payload = Pattern(Size) },
            _ => Make("frames.wait", Size) with { FramesNeeded = Size },
        };
    }

    /// <summary>Returns the bytes of a range.</summary>
    public byte[] Pattern(int length)
    {
        var bytes = new byte[length];
        for (var i = 0; i < length; i++)
            bytes[i] = (byte)(Token * 31 + i * 7);
        return bytes;
    }

    public void Begin(TimeSpan now, TimeSpan deadline, int closed)
    {
        ClosedBefore = closed;
        Latest = now + deadline + SlowestFrame * (Kind == Kind.Wait ? Size : 0) + Invariants.Frame;
    }

    public void Offered() => WasOffered = true;

    public void End(string ending, string sentence = "")
    {
        (Ending, Sentence) = (ending, sentence);
        Scheduler.Current.Note($"{this} {ending} {sentence}");
    }

    /// <summary>Returns whether the reply matches this request.</summary>
    public bool IsAnsweredBy(EmulatorReply reply)
    {
        if (Kind == Kind.Echo)
            return Encoding.ASCII.GetString(reply.Payload.Span) == new string((char)('a' + Token % 26), Size);
        if (Encoding.ASCII.GetString(reply.Arguments) != Answer.ToString(CultureInfo.InvariantCulture))
            return false;
        return reply.Payload.Span.SequenceEqual(Kind == Kind.Range ? Pattern(Size) : []);
    }

    public override string ToString() => $"#{Token} {Kind}";
}
