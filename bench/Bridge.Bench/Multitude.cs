using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Bridge.Api.Raw;

namespace Bridge.Bench;

/// <summary>As many clients as a process may have files, on one thread, so that they take as little as can be of what is measured.</summary>
/// <param name="address">Where they connect to.</param>
[SupportedOSPlatform("linux")]
internal sealed class Multitude(EndPoint address) : IDisposable
{
    private readonly List<Socket> _sockets = [];
    private readonly EpollSystem _system = new();
    private readonly byte[] _buffer = new byte[64 * 1024];
    private readonly DoorEvent[] _happened = new DoorEvent[256];
    // Of each client: bytes that its answer still has, and when it asked.
    private readonly List<int> _outstanding = [];
    private readonly List<long> _asked = [];

    public int Count => _sockets.Count;

    /// <summary>Bytes that have come without having been asked for.</summary>
    public long Unasked { get; private set; }

    /// <summary>Has so many more come.</summary>
    public void Come(int clients)
    {
        for (var i = 0; i < clients; i++)
        {
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
            socket.Connect(address);
            socket.Blocking = false;
            _system.Watch((int)socket.Handle, _sockets.Count, DoorInterest.Receive, isNew: true);
            _sockets.Add(socket);
            _outstanding.Add(0);
            _asked.Add(0);
        }
    }

    /// <summary>Has the last <paramref name="clients"/> of them send something once, and waits for their answers' first bytes.</summary>
    public void Greet(int clients, string text) => Ask(Encoding.ASCII.GetBytes(text), _sockets.Count - clients, clients, TimeSpan.Zero, length: 1);

    /// <summary>Has each ask once, evenly spread over a time, and waits for all answers.</summary>
    /// <param name="text">What is sent.</param>
    /// <param name="over">0: one asks when others are answered.</param>
    /// <param name="length">Bytes of an answer.</param>
    /// <returns>How long each took, in ms.</returns>
    public List<double> Ask(string text, TimeSpan over, int length) => Ask(Encoding.ASCII.GetBytes(text), 0, _sockets.Count, over, length);

    /// <summary>Takes what comes until nobody's answer is outstanding, or for a time.</summary>
    public void Listen(TimeSpan time)
    {
        var end = Clock.Now + time.TotalSeconds;
        while (Clock.Now < end)
            Take([], milliseconds: 20);
    }

    public void Dispose()
    {
        _sockets.ForEach(socket => socket.Dispose());
        _system.Dispose();
    }

    private List<double> Ask(byte[] request, int first, int clients, TimeSpan over, int length)
    {
        // So many are under way when they come one after the other.
        const int Abreast = 100;
        var times = new List<double>(clients);
        var begin = Clock.Now;
        for (var sent = 0; times.Count < clients;)
        {
            var due = over == TimeSpan.Zero ? times.Count + Abreast : (int)Math.Min(clients, (Clock.Now - begin) / over.TotalSeconds * clients);
            for (; sent < Math.Min(due, clients); sent++)
            {
                _outstanding[first + sent] = length;
                _asked[first + sent] = TimeProvider.System.GetTimestamp();
                if (_system.Send((int)_sockets[first + sent].Handle, request) != request.Length)
                    throw new InvalidOperationException("A request couldn't be sent.");
            }

            if (Clock.Now > begin + over.TotalSeconds + 60)
                throw new TimeoutException($"{clients - times.Count} of {clients} were not answered.");
            Take(times, sent < clients && over > TimeSpan.Zero ? 1 : 100);
        }

        return times;
    }

    private void Take(List<double> times, int milliseconds)
    {
        var count = _system.Wait(_happened, milliseconds);
        for (var i = 0; i < count; i++)
        {
            var client = _happened[i].Tag;
            var received = _system.Receive((int)_sockets[client].Handle, _buffer);
            if (received == IDoorSystem.NothingThere)
                continue;
            if (received <= 0)
                throw new IOException("A client was cut off.");
            if (_outstanding[client] == 0)
            {
                Unasked += received;
                continue;
            }

            _outstanding[client] = Math.Max(0, _outstanding[client] - received);
            if (_outstanding[client] == 0)
                times.Add(TimeProvider.System.GetElapsedTime(_asked[client]).TotalMilliseconds);
        }
    }
}
