using System.Net;
using System.Runtime.Versioning;

namespace Bridge.LoadBench.Rates;

/// <summary>
/// Sends echoes of a new GUID at a steady rate, whether or not the earlier ones are answered, for rates beyond what k6 can send.
/// Latency counts from the moment a request was due.
/// </summary>
/// <remarks>Runs on one thread, which sleeps until a response arrives or a millisecond has passed,
/// so that the load generator uses little processor time.</remarks>
[SupportedOSPlatform("linux")]
internal sealed class OpenLoop(RateLoad load, string address, string path, int seconds) : IDisposable
{
    /// <summary>The timeout after which a request has failed.</summary>
    public const int PatienceSeconds = 10;

    // The requests of half a second at the highest steady rate; the bridge accepts twice as many connections.
    private const int MaxCallers = 5000;

    private readonly Uri _uri = new(address);
    private readonly Tally _tally = new(load.Rate * seconds);
    private readonly EpollSystem _system = new();
    private readonly int[] _happened = new int[256];
    // By the file descriptor.
    private readonly Dictionary<int, EchoCaller> _callers = [];
    // A stack: the client that was answered last sends next, so that no more clients connect than needed.
    private readonly Stack<EchoCaller> _idle = [];

    public RateRow Run()
    {
        var asked = load.Rate * seconds;
        var (began, dropped) = (Clock.Now, 0);
        for (var due = 0; due < asked; Take(milliseconds: 1))
        {
            for (; due < asked && began + ((double)due / load.Rate) is var time && time <= Clock.Now; due++)
            {
                if (FindCaller() is { } caller)
                    caller.Ask(time);
                else
                    dropped++;
            }
        }

        for (var end = Clock.Now + PatienceSeconds; _tally.Ended + dropped < asked && Clock.Now < end;)
            Take(milliseconds: 20);
        return _tally.ToRow(load, Clock.Now - began, asked - dropped, dropped);
    }

    public void Dispose()
    {
        foreach (var caller in _callers.Values)
            caller.Dispose();
        _system.Dispose();
    }

    private EchoCaller? FindCaller()
    {
        while (_idle.TryPop(out var idle))
        {
            // Unless the server has closed the connection meanwhile.
            if (!idle.IsClosed)
                return idle;
        }

        if (_callers.Count == MaxCallers)
            return null;
        var caller = new EchoCaller(new IPEndPoint(IPAddress.Loopback, _uri.Port), _uri.Authority, path, load.Size, _tally);
        _system.Watch(caller.Handle, caller.Handle);
        _callers.Add(caller.Handle, caller);
        return caller;
    }

    private void Take(int milliseconds)
    {
        var count = _system.Wait(_happened, milliseconds);
        for (var i = 0; i < count; i++)
        {
            var caller = _callers[_happened[i]];
            if (caller.Take())
                _idle.Push(caller);
            else if (caller.IsClosed)
                _callers.Remove(_happened[i]);
        }
    }
}
