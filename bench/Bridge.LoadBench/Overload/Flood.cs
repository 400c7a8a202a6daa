using System.Net;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.LoadBench.Overload;

/// <summary>
/// Sends batched picture requests, which take the emulator milliseconds each: as fast as they are answered, or at due times,
/// whether or not the earlier ones are answered. Runs on one thread, so that the load generator uses little processor time.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class Flood : IDisposable
{
    private const string Body = """{"operations":[{"op":"screen"}]}""";
    // More than the in-flight limit; with the slow readers still fewer than the bridge's connection limit.
    private const int MaxSenders = 4500;

    private readonly IPEndPoint _address;
    private readonly byte[] _request;
    private readonly EpollSystem _system = new();
    private readonly int[] _happened = new int[256];
    // By the number that epoll reports with their events.
    private readonly List<FloodClient?> _askers = [];
    private readonly Stack<int> _free = [];
    // A stack: the client that was answered last sends next, so that no more clients connect than needed.
    private readonly Stack<int> _idle = [];
    private readonly PriorityQueue<(int Number, double Due), double> _impatient = new();
    // Seeded: every run sends the same requests.
    private readonly Random _random = new(7);

    public Flood(Uri address)
    {
        _address = new IPEndPoint(IPAddress.Loopback, address.Port);
        _request = Encoding.ASCII.GetBytes(
            $"POST /emulators/default/batch HTTP/1.1\r\nHost: {address.Authority}\r\nContent-Type: application/json\r\n"
            + $"Content-Length: {Body.Length}\r\n\r\n{Body}");
    }

    /// <summary>Runs this number of clients, each of which sends its next request as soon as it is answered.</summary>
    /// <returns>Good responses per second.</returns>
    public double RunClosed(int clients, double seconds)
    {
        var tally = new FloodTally();
        var began = Clock.Now;
        for (var i = 0; i < clients; i++)
            Ask(tally, Clock.Now, patience: null);
        while (Clock.Now - began < seconds)
        {
            Take(tally, milliseconds: 20);
            for (var free = _idle.Count; free > 0; free--)
                Ask(tally, Clock.Now, patience: null);
        }

        var rate = tally.Good / (Clock.Now - began);
        Drain(tally);
        return rate;
    }

    /// <summary>Sends this number of requests per second; half of the clients disconnect within a second.</summary>
    /// <returns>The outcomes, the number of requests sent, and the number of good responses within the time.</returns>
    public (FloodTally Tally, int Asked, int GoodInTime) RunOpen(double rate, double seconds)
    {
        var tally = new FloodTally();
        var (began, asked) = (Clock.Now, 0);
        while (Clock.Now - began < seconds)
        {
            for (var now = Clock.Now; began + (asked / rate) is var due && due <= now; asked++)
                Ask(tally, due, _random.NextDouble() < 0.5 ? _random.NextDouble() : null);
            HangUp(tally);
            Take(tally, milliseconds: 1);
        }

        var good = tally.Good;
        Drain(tally);
        return (tally, asked, good);
    }

    public void Dispose()
    {
        _askers.ForEach(static asker => asker?.Dispose());
        _system.Dispose();
    }

    private void Ask(FloodTally tally, double due, double? patience)
    {
        if (Find() is not { } number)
        {
            tally.Add("not sent: all connections waited");
            return;
        }

        if (!_askers[number]!.TryAsk(due, _request))
            Lose(number, tally, "broken");
        else if (patience is { } seconds)
            _impatient.Enqueue((number, due), Clock.Now + seconds);
    }

    private int? Find()
    {
        int number;
        while (_idle.TryPop(out number))
        {
            // Unless the client was closed meanwhile and another one has its number.
            if (_askers[number] is { Due: null })
                return number;
        }

        if (!_free.TryPop(out number))
        {
            if (_askers.Count == MaxSenders)
                return null;
            number = _askers.Count;
            _askers.Add(null);
        }

        var asker = _askers[number] = new FloodClient(_address);
        _system.Watch(asker.Handle, number);
        return number;
    }

    private void HangUp(FloodTally tally)
    {
        for (var now = Clock.Now; _impatient.TryPeek(out var one, out var end) && end <= now;)
        {
            _impatient.Dequeue();
            // Unless it has been answered meanwhile.
            if (_askers[one.Number] is { } asker && asker.Due == one.Due)
                Lose(one.Number, tally, "hung up");
        }
    }

    private void Take(FloodTally tally, int milliseconds)
    {
        var count = _system.Wait(_happened, milliseconds);
        for (var i = 0; i < count; i++)
        {
            var number = _happened[i];
            if (_askers[number] is not { } asker)
                continue;
            var due = asker.Due;
            var answer = asker.Take();
            if (answer == Answer.Gone)
            {
                Lose(number, tally, due is null ? "closed while idle" : "broken");
            }
            else if (answer.Status != 0)
            {
                tally.Add(answer, (Clock.Now - due!.Value) * 1000);
                _idle.Push(number);
            }
        }
    }

    private void Drain(FloodTally tally)
    {
        for (var end = Clock.Now + 10; _askers.Exists(static asker => asker?.Due is not null) && Clock.Now < end; HangUp(tally))
            Take(tally, milliseconds: 20);
        for (var number = 0; number < _askers.Count; number++)
        {
            if (_askers[number] is not null)
                Close(number);
        }

        _idle.Clear();
    }

    private void Lose(int number, FloodTally tally, string how)
    {
        tally.Add(how);
        Close(number);
    }

    private void Close(int number)
    {
        _askers[number]!.Dispose();
        _askers[number] = null;
        _free.Push(number);
    }
}
