using System.Net;
using System.Net.Sockets;

namespace Bridge.Testing.Faults;

/// <summary>
/// Stands between a bridge and a script and does to their bytes what a test tells it to. It knows messages, so that it can hold
/// them back and strike at an exact moment.
/// </summary>
/// <remarks>
/// Its delays are of the test's clock. <see cref="IsQuiet"/> tells when nothing moves any more unless that clock does.
/// </remarks>
public sealed class FaultProxy : IAsyncDisposable
{
    private readonly List<FaultLink> _links = [];
    private readonly int _target;
    private Socket _listener;
    private Socket? _filler;

    /// <param name="target">The script's port on 127.0.0.1.</param>
    /// <param name="time">The clock of its delays.</param>
    public FaultProxy(int target, TimeProvider time)
    {
        _target = target;
        Time = time;
        _listener = Listen(backlog: 16);
        _ = AcceptAsync(_listener);
    }

    /// <summary>On 127.0.0.1; the same one for as long as it lives.</summary>
    public int Port { get; } = FreePort.Take();

    /// <summary>Connections that stand.</summary>
    public int OpenLinks => Count(_ => 1);

    /// <summary>What is held back: connections, replies, or halves of requests.</summary>
    public int Held => Count(link => link.Held_NeedsLock);

    /// <summary>Whether every byte has gone where it can go, and every request that the script has is answered.</summary>
    public bool IsQuiet => Count(link => link.IsQuiet_NeedsLock ? 0 : 1) == 0;

    /// <summary>Whether a request has come before one with a lower id on the same connection.</summary>
    public bool HasSeenDisorder { get; internal set; }

    internal Lock Gate { get; } = new();

    internal TimeProvider Time { get; }

    internal Fault Lasting { get; private set; }

    internal Hold Hold { get; private set; }

    /// <summary>Keeps this back until <see cref="Strike"/>.</summary>
    public void HoldBack(Hold hold)
    {
        lock (Gate)
            Hold = hold;
    }

    /// <summary>Lets packets of new connections get lost: they are neither made nor refused. Until <see cref="Lift"/>.</summary>
    public void LoseConnections()
    {
        _listener.Dispose();
        // The kernel drops the packets of a listener whose queue, which can't be shorter than one, is full.
        _listener = Listen(backlog: 0);
        _filler = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _filler.Connect(IPAddress.Loopback, Port);
    }

    /// <summary>The fault strikes all connections that stand, and what was held back goes the way the fault leaves it.</summary>
    public void Strike(Fault fault)
    {
        lock (Gate)
        {
            Lasting = fault is Fault.Latency or Fault.OneByte or Fault.Bandwidth or Fault.BlackHole ? fault : Fault.None;
            foreach (var link in _links.ToArray())
                link.Strike_NeedsLock(fault);
            Hold = Hold.Nothing;
            foreach (var link in _links)
                link.Wake_NeedsLock();
        }
    }

    /// <summary>The path is as it should be again; bytes that a black hole has taken come late, as TCP sends them again.</summary>
    public void Lift()
    {
        lock (Gate)
        {
            (Lasting, Hold) = (Fault.None, Hold.Nothing);
            foreach (var link in _links)
                link.Wake_NeedsLock();
        }

        if (_filler is null)
            return;
        _filler.Dispose();
        _filler = null;
        _ = AcceptAsync(_listener);
    }

    public ValueTask DisposeAsync()
    {
        _listener.Dispose();
        _filler?.Dispose();
        lock (Gate)
        {
            foreach (var link in _links.ToArray())
                link.Close_NeedsLock();
        }

        return ValueTask.CompletedTask;
    }

    internal void Remove_NeedsLock(FaultLink link) => _links.Remove(link);

    internal async Task<Socket> DialAsync()
    {
        var script = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await script.ConnectAsync(IPAddress.Loopback, _target).ConfigureAwait(false);
        return script;
    }

    private int Count(Func<FaultLink, int> ofLink)
    {
        lock (Gate)
            return _links.Sum(ofLink);
    }

    private Socket Listen(int backlog)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, Port));
        listener.Listen(backlog);
        return listener;
    }

    private async Task AcceptAsync(Socket listener)
    {
        try
        {
            while (true)
            {
                var bridge = await listener.AcceptAsync().ConfigureAwait(false);
                bridge.NoDelay = true;
                FaultLink link;
                lock (Gate)
                    _links.Add(link = new FaultLink(this, bridge));
                _ = link.RunAsync();
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The test has stopped listening.
        }
    }
}
