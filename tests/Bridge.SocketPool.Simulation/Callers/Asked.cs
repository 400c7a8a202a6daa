using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Simulation.Model;

namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>One request: what was asked, what became of it in the emulator, and what its caller was told.</summary>
internal sealed class Asked(int token, int caller, Kind kind, int size)
{
    private static readonly TimeSpan SlowestFrame = TimeSpan.FromSeconds(4 / 59.7275);

    /// <summary>What tells it from all others of the run, on the wire too.</summary>
    public int Token { get; } = token;

    public int Caller { get; } = caller;

    public Kind Kind { get; } = kind;

    /// <summary>Bytes that it brings along or gets, or frames that it takes.</summary>
    public int Size { get; } = size;

    public ReplayCategory Category { get; } = kind switch
    {
        Kind.Press or Kind.Step => ReplayCategory.NotReplayable,
        Kind.Set or Kind.WriteRange => ReplayCategory.LastWriteWins,
        _ => ReplayCategory.ReadOnly,
    };

    /// <summary>How many connections the client had closed when it was asked.</summary>
    public int ClosedBefore { get; private set; }

    /// <summary>When it must have ended.</summary>
    public TimeSpan Latest { get; private set; }

    /// <summary>Whether the client has ever handed it to a <c>send</c>.</summary>
    public bool WasOffered { get; private set; }

    /// <summary>The connection that brought it to the emulator last, and its id there.</summary>
    public (ModelConnection Connection, long Id)? Arrival { get; set; }

    /// <summary>How often the emulator has begun to run it.</summary>
    public int Runs { get; set; }

    /// <summary>What its caller was told: <c>answered</c>, <c>gave-up</c>, or a failure; null while it waits.</summary>
    public string? Ending { get; private set; }

    /// <summary>The failure's sentence.</summary>
    public string Sentence { get; private set; } = "";

    public bool MayRunTwice => Category == ReplayCategory.ReadOnly;

    /// <summary>The number that its reply has to bring.</summary>
    public long Answer => 1_000_000L + Token * 7919L;

    public EmulatorRequest ToRequest()
    {
        // The arguments are the simulation's own, so what a command's own would say does not hold.
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

    /// <summary>The bytes of a range.</summary>
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

    /// <summary>Whether the reply is the one to this request.</summary>
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
