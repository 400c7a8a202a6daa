using System.Net;
using System.Runtime.Versioning;
using Bridge.RawListener.Sockets;

namespace Bridge.Bench.Rates;

/// <summary>
/// Echoes of a fresh GUID at a steady rate, whether or not the earlier ones are answered, for rates beyond what k6 can send. A
/// request's time counts from the moment at which it was meant to be sent.
/// </summary>
/// <remarks>On one thread, which sleeps until an answer comes or a millisecond has passed,
/// so that it takes little of what is measured.</remarks>
[SupportedOSPlatform("linux")]
internal sealed class OpenLoop(RateLoad load, string address, string path, int seconds) : IDisposable
{
    /// <summary>A request that is not answered by then has failed.</summary>
    public const int PatienceSeconds = 10;

    // Half a second's requests at the highest rate; the bridge itself lets twice as many in.
    private const int MaxCallers = 5000;

    private readonly Uri _uri = new(address);
    private readonly Tally _tally = new(load.Rate * seconds);
    private readonly EpollSystem _system = new();
    private readonly SocketEvent[] _happened = new SocketEvent[256];
    private readonly List<EchoCaller> _callers = [];
    // Who was answered last is asked first, so that no more connect than have to.
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
        _callers.ForEach(static caller => caller.Dispose());
        _system.Dispose();
    }

    private EchoCaller? FindCaller()
    {
        if (_idle.TryPop(out var caller) || _callers.Count == MaxCallers)
            return caller;
        caller = new EchoCaller(_system, new IPEndPoint(IPAddress.Loopback, _uri.Port), _uri.Authority, path, load.Size, _tally);
        _system.Watch(caller.Handle, _callers.Count, SocketInterest.Receive, isNew: true);
        _callers.Add(caller);
        return caller;
    }

    private void Take(int milliseconds)
    {
        var count = _system.Wait(_happened, milliseconds);
        for (var i = 0; i < count; i++)
        {
            var caller = _callers[_happened[i].Tag];
            if (caller.Take())
                _idle.Push(caller);
        }
    }
}
