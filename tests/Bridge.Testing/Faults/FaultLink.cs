using System.Net.Sockets;

namespace Bridge.Testing.Faults;

/// <summary>One connection of the bridge, and the one to the script for it. Members that end in NeedsLock need the proxy's lock.</summary>
internal sealed class FaultLink
{
    private static readonly TimeSpan SlowCloseTime = TimeSpan.FromMilliseconds(500);
    private const int CutBytes = 10;

    private readonly FaultProxy _proxy;
    private readonly Socket _bridge;
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    // The commands of requests without a reply, by id, and the ids of those that the script has in full.
    private readonly Dictionary<long, string> _asked = [];
    private readonly HashSet<long> _unanswered = [];
    private readonly FaultDirection _requests;
    private readonly FaultDirection _replies;
    private Socket? _script;
    private long _lastId;
    // Whether it waits to be passed on to the script (Hold.Connections).
    private bool _held;
    private bool _closed;

    public FaultLink(FaultProxy proxy, Socket bridge)
    {
        _proxy = proxy;
        _bridge = bridge;
        _requests = new FaultDirection(proxy, this, carriesReplies: false);
        _replies = new FaultDirection(proxy, this, carriesReplies: true);
    }

    /// <summary>Gets whether it is about to end: nothing passes any more.</summary>
    public bool IsDying { get; private set; }

    public int Held_NeedsLock => _held ? 1 : _requests.Held_NeedsLock + _replies.Held_NeedsLock;

    public bool IsQuiet_NeedsLock => _closed || IsDying || _held
        || (_script is not null && _unanswered.Count == 0 && _requests.IsQuiet_NeedsLock && _replies.IsQuiet_NeedsLock);

    public async Task RunAsync()
    {
        lock (_proxy.Gate)
            _held = _proxy.Hold == Hold.Connections;
        try
        {
            if (_held)
                await _released.Task.ConfigureAwait(false);
            if (_closed)
                return;
            var script = await _proxy.DialAsync().ConfigureAwait(false);
            lock (_proxy.Gate)
            {
                _script = script;
                if (_closed)
                    script.Dispose();
            }

            await Task.WhenAll(
                _requests.ReadAsync(_bridge), _requests.WriteAsync(script), _replies.ReadAsync(script), _replies.WriteAsync(_bridge))
                .ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidDataException)
        {
            // One of both ends has closed.
        }

        lock (_proxy.Gate)
            Close_NeedsLock();
    }

    public void Strike_NeedsLock(Fault fault)
    {
        switch (fault)
        {
            case Fault.Reset:
                _bridge.LingerState = new LingerOption(true, 0);
                if (_script is not null)
                    _script.LingerState = new LingerOption(true, 0);
                Close_NeedsLock();
                break;
            case Fault.HalfClose:
                _replies.Stop_NeedsLock();
                _bridge.Shutdown(SocketShutdown.Send);
                break;
            case Fault.SlowClose:
                IsDying = true;
                _ = _proxy.Time.CreateTimer(_ => CloseLater(), null, SlowCloseTime, Timeout.InfiniteTimeSpan);
                break;
            case Fault.Cut:
                _replies.EndAfter_NeedsLock(CutBytes);
                break;
            case Fault.Latency:
                _requests.Delay_NeedsLock();
                _replies.Delay_NeedsLock();
                break;
            default:
                _replies.Spoil_NeedsLock(fault);
                break;
        }

        _held = false;
        _released.TrySetResult();
    }

    public void Wake_NeedsLock()
    {
        _requests.Wake_NeedsLock();
        _replies.Wake_NeedsLock();
    }

    /// <summary>Records a request, so that its reply can be matched.</summary>
    public void Asked_NeedsLock(long id, string command)
    {
        if (id == 0)
            return;
        _proxy.HasSeenDisorder |= id <= _lastId;
        _lastId = id;
        _asked[id] = command;
    }

    /// <summary>Records that the script has the whole request, and owes a reply.</summary>
    public void Delivered_NeedsLock(long id)
    {
        // The reply may have arrived already.
        if (_asked.ContainsKey(id))
            _unanswered.Add(id);
    }

    /// <summary>Returns the command of a reply's request.</summary>
    public string Answered_NeedsLock(long id)
    {
        _unanswered.Remove(id);
        return _asked.Remove(id, out var command) ? command : "";
    }

    public void Close_NeedsLock()
    {
        if (_closed)
            return;
        _closed = true;
        End(_bridge);
        if (_script is not null)
            End(_script);
        _requests.Stop_NeedsLock();
        _replies.Stop_NeedsLock();
        _released.TrySetResult();
        _proxy.Remove_NeedsLock(this);
    }

    private void CloseLater()
    {
        lock (_proxy.Gate)
            Close_NeedsLock();
    }

    private static void End(Socket socket)
    {
        try
        {
            if (socket.LingerState is not { Enabled: true })
                socket.Shutdown(SocketShutdown.Both);
        }
        catch (SocketException)
        {
            // It has ended already.
        }

        socket.Dispose();
    }
}
