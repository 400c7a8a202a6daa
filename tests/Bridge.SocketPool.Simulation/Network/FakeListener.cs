using System.Net.Sockets;

namespace Bridge.SocketPool.Simulation.Network;

/// <summary>The one address there is: who connects, and the two connections that a backlog of 1 lets wait to be accepted.</summary>
internal sealed class FakeListener(Scheduler scheduler, Traits traits)
{
    // Linux lets one more wait than the backlog says.
    private const int MaxWaiting = 2;
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);

    private readonly Queue<Link> _waiting = new();
    private int _made;

    /// <summary>All connections there have been.</summary>
    public List<Link> Links { get; } = [];

    /// <summary>The client's sockets that have not been disposed.</summary>
    public int OpenSockets { get; set; }

    public bool Listens { get; private set; } = true;

    /// <summary>Those that have been.</summary>
    public int ClosedSockets { get; set; }

    /// <summary>Asks for a connection.</summary>
    /// <param name="answer">Told the connection, or null: refused. Not at all while nobody has room for it.</param>
    public void Connect(Func<bool> isPatient, Action<Link?> answer) => scheduler.After(scheduler.DrawTime(traits.Latency), () =>
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
            var link = new Link(scheduler, traits, ++_made);
            Links.Add(link);
            _waiting.Enqueue(link);
            scheduler.Note($"link {link.Number} stands");
            answer(link);
        }
    });

    public Link? Accept() => _waiting.TryDequeue(out var link) ? link : null;

    public void Open() => Listens = true;

    /// <summary>Nobody listens any more, and who waits is sent away.</summary>
    public void Close()
    {
        Listens = false;
        while (Accept() is { } link)
            link.Reset();
    }

    /// <summary>What a client is told whose connection is refused.</summary>
    public static SocketException Refused() => new((int)SocketError.ConnectionRefused);
}
