using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;

namespace Bridge.SocketPool.Scheduling;

/// <summary>
/// Runs senders at the end of a socket thread's round: after the thread has handled all sockets that were ready. Until then requests
/// are queued that one <c>send</c> can take together.
/// </summary>
/// <remarks>
/// .NET doesn't report the end of a round. So the thread sends itself a datagram, which it finds in its next round. A thread of the pool
/// could send as well, but waking one costs more than the datagram.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "Socket threads live as long as the process, and so does this.")]
internal sealed class RoundEnd
{
    [ThreadStatic]
    private static RoundEnd? t_ofThread;

    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
    private readonly byte[] _datagram = new byte[1];
    private readonly Lock _gate = new();
    private List<Action> _waiting = []; // For the end of the current round.
    private List<Action> _ending = []; // Those that run now; swapped with the others.

    private RoundEnd()
    {
        // Without a file, and only connected to itself, so that no other program can send to it.
        var address = new UnixDomainSocketEndPoint($"\0bridge-{Guid.NewGuid():N}");
        _socket.Bind(address);
        _socket.Connect(address);
        _ = RunAsync();
    }

    /// <summary>Gets whether the current thread's rounds can be waited for.</summary>
    public static bool IsKnown => SocketThread.IsCurrent && OperatingSystem.IsLinux();

    /// <summary>Runs a sender at the end of the current thread's round. Returns false if no socket can be opened for it.</summary>
    public static bool TryAdd(Action send)
    {
        try
        {
            (t_ofThread ??= new RoundEnd()).Add(send);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private void Add(Action send)
    {
        lock (_gate)
        {
            if (_waiting.Count == 0)
                _socket.Send(_datagram);
            _waiting.Add(send);
        }
    }

    private async Task RunAsync()
    {
        var received = new byte[1];
        while (true)
        {
            await _socket.ReceiveAsync(received, SocketFlags.None).ConfigureAwait(false);
            lock (_gate)
                (_waiting, _ending) = (_ending, _waiting);
            foreach (var send in _ending)
                send();
            _ending.Clear();
        }
    }
}
