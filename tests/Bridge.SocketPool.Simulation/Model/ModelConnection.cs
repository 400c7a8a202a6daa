using System.Globalization;
using System.Text;
using Bridge.SocketPool.Simulation.Callers;
using Bridge.SocketPool.Simulation.Network;
using Bridge.Testing;

namespace Bridge.SocketPool.Simulation.Model;

/// <summary>
/// One of the client's connections, served as by the script: reads everything that has arrived, applies cancels first, and runs the
/// rest in order.
/// </summary>
internal sealed class ModelConnection(World world, Link link)
{
    // The low bits of an id are a slot of the client; the others are a number that grows with each request of a connection.
    private const int SlotBits = 10;

    private readonly List<byte> _inbox = [];
    private readonly List<Message> _toRun = [];
    private readonly List<Running> _running = [];
    private readonly List<byte> _outbox = [];
    private readonly int[] _latestOfCaller = new int[world.Profile.Callers + 1];
    private long _latestNumber;

    /// <summary>The ids of cancelled requests.</summary>
    public HashSet<long> Cancelled { get; } = [];

    public string Topics { get; private set; } = "";

    public SortedSet<string> Watches { get; } = [];

    public bool IsOpen => link.IsOpen;

    public bool IsIdle => _inbox.Count == 0 && _toRun.Count == 0 && _running.Count == 0 && _outbox.Count == 0 && link.ToEmulator.IsEmpty;

    /// <summary>Reads, runs and replies once.</summary>
    /// <param name="isFrame">Whether a frame has passed since the last call.</param>
    /// <returns>False if the connection is over.</returns>
    public bool Serve(bool isFrame)
    {
        if (link.IsReset)
            return false;
        Read();
        ReadMessages();
        if (isFrame)
            PassFrame();
        for (var max = world.Emulator.IsWell ? int.MaxValue : world.Profile.RunsAtOnce; max > 0 && _toRun.Count > 0; max--)
        {
            var message = _toRun[0];
            _toRun.RemoveAt(0);
            Run(message);
        }

        Send();
        // After the bridge has closed the connection, the script may end it before the last requests have run.
        if (!link.ToEmulator.IsOver || _toRun.Count > 0 && world.Scheduler.Draw(0.5))
            return true;
        link.CloseFromEmulator();
        return false;
    }

    public void Close(bool isReset)
    {
        if (isReset)
            link.Reset();
        else
            link.CloseFromEmulator();
    }

    private void Read()
    {
        Span<byte> some = stackalloc byte[16 * 1024];
        for (var max = world.Emulator.IsWell ? int.MaxValue : world.Profile.ReadsAtOnce;
             max > 0 && link.ToEmulator.Take(some) is > 0 and var count;
             max--)
            _inbox.AddRange(some[..count]);
    }

    private void ReadMessages()
    {
        var bytes = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_inbox);
        var read = 0;
        while (TryRead(bytes[read..]) is { } message)
        {
            read += message.Length;
            Take(new Message(long.Parse(message.Header[0], CultureInfo.InvariantCulture), message.Header, message.Payload));
        }

        _inbox.RemoveRange(0, read);
    }

    private (string[] Header, byte[] Payload, int Length)? TryRead(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return WireText.TryRead(bytes);
        }
        catch (Exception exception)
            when (exception is InvalidDataException or FormatException or IndexOutOfRangeException or OverflowException)
        {
            world.Scheduler.Violate("I4", $"the bytes of link {link.Number} are not a message: {exception.Message}");
            return null;
        }
    }

    private void Take(Message message)
    {
        if (message.Word == "cancel")
        {
            Cancel(long.Parse(message.Header[4], CultureInfo.InvariantCulture));
            return;
        }

        world.Scheduler.Note($"link {link.Number} brings {message.Id} {message.Word}");
        var number = message.Id >> SlotBits;
        if (number <= _latestNumber)
            world.Scheduler.Violate("I4", $"id {message.Id} came after {_latestNumber << SlotBits} on link {link.Number}");
        if (_latestNumber == 0 && message.Word != "hello")
            world.Scheduler.Violate("I4", $"link {link.Number} began with {message.Word}");
        _latestNumber = number;
        if (world.Ledger.Find(message.Header) is { } asked)
            Arrived(asked, message.Id);
        _toRun.Add(message);
    }

    // A retry may arrive out of order. If the client has closed no connection meanwhile, there were no retries. A bulk request waits for
    // its turn.
    private void Arrived(TrackedRequest asked, long id)
    {
        asked.Arrival = (this, id);
        if (asked.IsBulk)
            return;
        ref var latest = ref _latestOfCaller[asked.Caller];
        if (asked.Token < latest && asked.ClosedBefore == world.FakeListener.ClosedSockets)
            world.Scheduler.Violate("I4", $"{asked} came after #{latest} of the same caller on link {link.Number}");
        latest = Math.Max(latest, asked.Token);
    }

    private void Cancel(long id)
    {
        world.Scheduler.Note($"link {link.Number} cancels {id}");
        Cancelled.Add(id);
        if (_toRun.RemoveAll(message => message.Id == id) > 0)
            Reply(id, "cancelled");
        if (_running.RemoveAll(running => running.Id == id) > 0)
            Reply(id, "interrupted");
    }

    private void PassFrame()
    {
        if (Topics.Contains("frame", StringComparison.Ordinal))
            Reply(0, "frame");
        for (var i = _running.Count - 1; i >= 0; i--)
        {
            if (--_running[i].FramesLeft > 0)
                continue;
            Reply(_running[i].Id, "ok", [_running[i].Answer]);
            _running.RemoveAt(i);
        }
    }

    private void Run(Message message)
    {
        if (world.Ledger.Find(message.Header) is { } asked)
        {
            Run(message, asked);
            return;
        }

        switch (message.Word)
        {
            case "hello":
                Reply(message.Id, "ok", [ScriptProof.Nonce, "", "127.0.0.1:8888"]);
                break;
            case "authenticate" or "info":
                Reply(message.Id, "ok", ["protocol=3", "script=1.0.0", "platform=GBA"]);
                break;
            case "events.subscribe":
                Topics = WireText.Decode(message.Header[4]);
                Reply(message.Id, "ok");
                break;
            case "watch.set":
                Watches.Add(message.Header[4]);
                Reply(message.Id, "ok", [message.Header[4]]);
                break;
            case "watch.clear":
                Watches.Remove(message.Header[4]);
                Reply(message.Id, "ok");
                break;
            default:
                Reply(message.Id, "ok");
                break;
        }
    }

    private void Run(Message message, TrackedRequest asked)
    {
        asked.Runs++;
        world.Scheduler.Note($"{asked} runs");
        var answer = asked.Answer.ToString(CultureInfo.InvariantCulture);
        switch (asked.Kind)
        {
            case Kind.Refused:
                Reply(message.Id, "out-of-range", [], Encoding.ASCII.GetBytes($"no place {asked.Token}"));
                break;
            case Kind.Echo:
                Reply(message.Id, "ok", [], message.Payload);
                break;
            case Kind.Range:
                Reply(message.Id, "ok", [answer], asked.Pattern(asked.Size));
                break;
            case Kind.Press or Kind.Wait:
                _running.Add(new Running(message.Id, answer) { FramesLeft = asked.Size });
                break;
            default:
                Reply(message.Id, "ok", [answer]);
                break;
        }
    }

    private void Reply(long id, string status, string[]? arguments = null, byte[]? payload = null) =>
        _outbox.AddRange(WireText.Message(id, status, world.Emulator.Frame, arguments ?? [], payload ?? []));

    private void Send()
    {
        var bytes = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_outbox);
        var sent = 0;
        while (sent < bytes.Length && link.ToBridge.Offer(bytes[sent..]) is > 0 and var count)
            sent += count;
        _outbox.RemoveRange(0, sent);
    }

    private sealed record Message(long Id, string[] Header, byte[] Payload)
    {
        public string Word => Header[1];
    }

    private sealed record Running(long Id, string Answer)
    {
        public int FramesLeft { get; set; }
    }
}
