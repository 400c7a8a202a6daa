using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.LoadBench.Overload;

/// <summary>
/// Clients that occupy a server with little traffic: some send a request head byte by byte and never end it,
/// others request a save state and don't read it. A client that is cut off connects again.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class SlowClients : IDisposable
{
    private const double SecondsABeat = 4.5;
    private const int SmallBufferBytes = 4096;
    private const int BytesABeat = 16;

    private static readonly LingerOption Reset = new(enable: true, seconds: 0);

    private readonly IPEndPoint _address;
    private readonly byte[] _head;
    private readonly byte[] _question;
    private readonly Socket?[] _dribblers;
    private readonly Socket?[] _readers;
    private readonly int[] _sent;
    private readonly byte[] _buffer = new byte[BytesABeat];
    private readonly Thread _thread;
    private readonly ManualResetEventSlim _isOver = new();

    public SlowClients(Uri address, int dribblers, int readers)
    {
        _address = new IPEndPoint(IPAddress.Loopback, address.Port);
        _head = Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nX: {new string('x', 1000)}");
        _question = Encoding.ASCII.GetBytes($"GET /emulators/default/state HTTP/1.1\r\nHost: {address.Authority}\r\n\r\n");
        (_dribblers, _sent, _readers) = (new Socket?[dribblers], new int[dribblers], new Socket?[readers]);
        _thread = new Thread(Dawdle);
        _thread.Start();
    }

    /// <summary>Gets the number of slow senders that are connected.</summary>
    public int Standing => _dribblers.Count(static socket => socket is not null);

    /// <summary>Gets the number of clients that were cut off so far.</summary>
    public int CutOff { get; private set; }

    public void Dispose()
    {
        _isOver.Set();
        _thread.Join();
        foreach (var socket in _dribblers.Concat(_readers))
            socket?.Dispose();
        _isOver.Dispose();
    }

    // Each client sends once in an interval, evenly spread.
    private void Dawdle()
    {
        var all = _dribblers.Length + _readers.Length;
        var began = Clock.Now;
        for (var turn = 0L; !_isOver.Wait(1);)
        {
            for (var due = (long)((Clock.Now - began) / SecondsABeat * all); turn < due && !_isOver.IsSet; turn++)
            {
                var at = (int)(turn % all);
                if (at < _dribblers.Length)
                    Dribble(at);
                else
                    Read(at - _dribblers.Length);
            }
        }
    }

    private void Dribble(int at)
    {
        if (_dribblers[at] is not { } socket)
        {
            _dribblers[at] = Join();
            _sent[at] = 0;
        }
        else if (_sent[at] == _head.Length || EpollSystem.Send((int)socket.Handle, _head.AsSpan(_sent[at]++, 1)) < 0)
        {
            Lose(ref _dribblers[at]);
        }
    }

    private void Read(int at)
    {
        if (_readers[at] is not { } socket)
        {
            _readers[at] = Join();
            if (_readers[at] is { } newcomer)
                _ = EpollSystem.Send((int)newcomer.Handle, _question);
        }
        else if (EpollSystem.Receive((int)socket.Handle, _buffer) is 0 or EpollSystem.Failed)
        {
            Lose(ref _readers[at]);
        }
    }

    private void Lose(ref Socket? socket)
    {
        socket?.Dispose();
        socket = null;
        CutOff++;
    }

    private Socket? Join()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
            { LingerState = Reset, ReceiveBufferSize = SmallBufferBytes };
        try
        {
            socket.Connect(_address);
            socket.Blocking = false;
            return socket;
        }
        catch (SocketException)
        {
            socket.Dispose();
            return null;
        }
    }
}
