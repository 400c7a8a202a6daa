using System.Net.Sockets;

namespace Bridge.SocketPool.Simulation.Network;

/// <summary>The only address of the simulation: its connections, and the two that a backlog of 1 keeps waiting to be accepted.</summary>
internal sealed class FakeListener(Scheduler scheduler, NetworkProfile profile)
{
    // Linux queues one connection more than the backlog.
    private const int MaxWaiting = 2;
    // Linux sends a SYN without an answer again after a second.
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);

    private readonly Queue<Link> _waiting = new();
    private int _made;

    /// <summary>Gets all connections of the run.</summary>
    public List<Link> Links { get; } = [];

    /// <summary>Gets the client's sockets that have not been disposed.</summary>
    public int OpenSockets { get; set; }

    public bool Listens { get; private set; } = true;

    /// <summary>Gets the number of disposed sockets.</summary>
    public int ClosedSockets { get; set; }

    /// <summary>Requests a connection.</summary>
    /// <param name="isPatient">Returns whether the caller still waits.</param>
    /// <param name="answer">Called with the connection, or with null if refused. Not called while the backlog is full.</param>
    public void Connect(Func<bool> isPatient, Action<Link?> answer) => scheduler.After(scheduler.DrawTime(profile.Latency), () =>
    {
        if (!isPatient())
            return;
        if (!Listens)
        {
            answer(null);
        }
        else if (_waiting.Count == MaxWaiting)
        {
            scheduler.After(AskAgain, () => Connect(isPatient, answer));
        }
        else
        {
            var link = new Link(scheduler, profile, ++_made);
            Links.Add(link);
            _waiting.Enqueue(link);
            scheduler.Note($"link {link.Number} is open");
            answer(link);
        }
    });

    public Link? Accept() => _waiting.TryDequeue(out var link) ? link : null;

    public void Open() => Listens = true;

    /// <summary>Stops listening and refuses the connections that wait.</summary>
    public void Close()
    {
        Listens = false;
        while (Accept() is { } link)
            link.Reset();
    }

    /// <summary>Returns the error of a refused connection.</summary>
    public static SocketException Refused() => new((int)SocketError.ConnectionRefused);
}
