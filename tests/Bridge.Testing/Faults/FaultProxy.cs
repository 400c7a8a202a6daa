using System.Net;
using System.Net.Sockets;

namespace Bridge.Testing.Faults;

/// <summary>
/// A proxy between a bridge and a script that changes, delays or drops their bytes as a test says. It parses messages, so that it can
/// hold them back and strike at an exact moment.
/// </summary>
/// <remarks>
/// Its delays use the test's clock. <see cref="IsQuiet"/> says whether nothing moves any more until that clock does.
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

    /// <summary>Gets its port on 127.0.0.1, the same one for its lifetime.</summary>
    public int Port { get; } = FreePort.Take();

    /// <summary>Gets the number of open connections.</summary>
    public int OpenLinks => Count(_ => 1);

    /// <summary>Gets the number of items that are held back: connections, replies, or halves of requests.</summary>
    public int Held => Count(link => link.Held_NeedsLock);

    /// <summary>Gets whether every byte has gone as far as it can, and every request that the script has is answered.</summary>
    public bool IsQuiet => Count(link => link.IsQuiet_NeedsLock ? 0 : 1) == 0;

    /// <summary>Gets whether a request has arrived before one with a lower id on the same connection.</summary>
    public bool HasSeenDisorder { get; internal set; }

    internal Lock Gate { get; } = new();

    internal TimeProvider Time { get; }

    internal Fault Lasting { get; private set; }

    internal Hold Hold { get; private set; }

    /// <summary>Holds this back until <see cref="Strike"/>.</summary>
    public void HoldBack(Hold hold)
    {
        lock (Gate)
            Hold = hold;
    }

    /// <summary>Drops packets of new connections until <see cref="Lift"/>: they are neither accepted nor refused.</summary>
    public void LoseConnections()
    {
        _listener.Dispose();
        // The kernel drops packets to a listener whose queue is full; its minimum length is one.
        _listener = Listen(backlog: 0);
        _filler = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _filler.Connect(IPAddress.Loopback, Port);
    }

    /// <summary>Applies the fault to all open connections, and passes on what was held back, as far as the fault allows.</summary>
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

    /// <summary>Removes the fault; bytes that a black hole has taken arrive late, as TCP sends them again.</summary>
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
