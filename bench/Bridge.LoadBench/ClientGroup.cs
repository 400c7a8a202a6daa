using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.LoadBench;

/// <summary>
/// Many clients on one thread, as many as a process may have file descriptors, so that the load generator uses little processor time.
/// </summary>
/// <param name="address">The address to connect to.</param>
/// <param name="begins">The first bytes of every good response; any other beginning is a refusal.</param>
[SupportedOSPlatform("linux")]
internal sealed class ClientGroup(EndPoint address, string begins = "") : IDisposable
{
    // How many requests are in flight at a time if they are not due at given times.
    private const int MaxInFlight = 100;
    private const double PatienceSeconds = 60;
    // An address has 28,232 ports, and other programs and recently closed clients use some of them.
    private const int ClientsPerAddress = 5000;

    private static readonly byte[] Yes = BitConverter.GetBytes(1);

    private readonly List<Member> _members = [];
    private readonly EpollSystem _system = new();
    private readonly byte[] _begins = Encoding.ASCII.GetBytes(begins);
    private readonly byte[] _buffer = new byte[64 * 1024];
    private readonly int[] _happened = new int[256];

    public int Count => _members.Count;

    /// <summary>Adds this number of clients.</summary>
    public void Add(int clients)
    {
        for (var i = 0; i < clients; i++)
        {
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
            if (address is IPEndPoint)
                BindToHost(socket, (byte)(2 + (_members.Count / ClientsPerAddress)));
            socket.Connect(address);
            socket.Blocking = false;
            _system.Watch((int)socket.Handle, _members.Count);
            _members.Add(new Member(socket));
        }
    }

    /// <summary>Lets the last <paramref name="clients"/> clients send a text once, and waits for their responses.</summary>
    /// <param name="clients">The number of clients.</param>
    /// <param name="text">The text to send.</param>
    /// <param name="length">The bytes of a response; 1: the first bytes are enough.</param>
    public Answers Greet(int clients, string text, int length = 1) =>
        Ask(Encoding.ASCII.GetBytes(text), _members.Count - clients, clients, each: TimeSpan.Zero, times: 1, length);

    /// <summary>Lets each client send several requests, evenly spread, and waits up to a minute for all responses.</summary>
    /// <param name="text">The text to send.</param>
    /// <param name="each">The period in which each client sends one request; 0: a client sends when others are answered.</param>
    /// <param name="length">The bytes of a response.</param>
    /// <param name="times">The number of requests of each client.</param>
    public Answers Ask(string text, TimeSpan each, int length, int times = 1) =>
        Ask(Encoding.ASCII.GetBytes(text), first: 0, _members.Count, each, times, length);

    /// <summary>Reads incoming data for a time.</summary>
    public void Listen(TimeSpan time)
    {
        for (var end = Clock.Now + time.TotalSeconds; Clock.Now < end;)
            Take(answers: null, mark: [], milliseconds: 20);
    }

    /// <summary>Reads incoming data until each client has received a text once more, or for a time.</summary>
    /// <returns>When each client received it, by <see cref="Clock.Now"/>.</returns>
    public List<double> Hear(string text, double seconds)
    {
        var heard = new List<double>(_members.Count);
        var mark = Encoding.ASCII.GetBytes(text);
        _members.ForEach(static member => member.Heard = false);
        for (var end = Clock.Now + seconds; heard.Count < _members.Count && Clock.Now < end;)
        {
            Take(answers: null, mark, milliseconds: 20, member =>
            {
                if (member.Heard)
                    return;
                member.Heard = true;
                heard.Add(Clock.Now);
            });
        }

        return heard;
    }

    public void Dispose()
    {
        _members.ForEach(static member => member.Socket.Dispose());
        _system.Dispose();
    }

    // Binds to a loopback address without a port; the kernel picks the port on connect: ip(7), IP_BIND_ADDRESS_NO_PORT.
    private static void BindToHost(Socket socket, byte host)
    {
        socket.SetRawSocketOption(0, 24, Yes);
        socket.Bind(new IPEndPoint(new IPAddress([127, 0, 0, host]), 0));
    }

    private Answers Ask(byte[] request, int first, int clients, TimeSpan each, int times, int length)
    {
        var answers = new Answers(clients * times);
        var begin = Clock.Now;
        var end = begin + (each.TotalSeconds * times) + PatienceSeconds;
        for (var sent = 0; answers.Ended < answers.Asked && Clock.Now < end;)
        {
            var due = each == TimeSpan.Zero
                ? answers.Ended + MaxInFlight
                : (int)Math.Min(answers.Asked, (Clock.Now - begin) / each.TotalSeconds * clients);
            for (; sent < Math.Min(due, answers.Asked) && _members[first + (sent % clients)] is { Outstanding: 0 } member; sent++)
            {
                // The latency of a client that is still waiting for a response counts from the moment its request was due.
                member.Since = each == TimeSpan.Zero ? Clock.Now : begin + (sent * each.TotalSeconds / clients);
                member.Outstanding = length;
                if (EpollSystem.Send((int)member.Socket.Handle, request) != request.Length)
                    throw new InvalidOperationException("A request couldn't be sent.");
            }

            Take(answers, mark: [], sent < answers.Asked && each > TimeSpan.Zero ? 1 : 100);
        }

        return answers;
    }

    // Waits up to this time for data and reads it once. Without answers no response is expected; a mark is the text that `heard` is called
    // for, and without one it is empty.
    private void Take(Answers? answers, ReadOnlySpan<byte> mark, int milliseconds, Action<Member>? heard = null)
    {
        var count = _system.Wait(_happened, milliseconds);
        for (var i = 0; i < count; i++)
        {
            var member = _members[_happened[i]];
            var received = EpollSystem.Receive((int)member.Socket.Handle, _buffer);
            if (received == EpollSystem.WouldBlock)
                continue;
            if (received <= 0)
                throw new IOException("A client was cut off.");
            var bytes = _buffer.AsSpan(0, received);
            // Data that is sent at once over loopback arrives at once.
            if (!mark.IsEmpty && bytes.IndexOf(mark) >= 0)
                heard?.Invoke(member);
            if (member.Outstanding == 0 || answers is null)
                continue;
            // A refusal counts as finished with the bytes received so far.
            var isRefused = !member.HasBegun && !bytes.StartsWith(_begins);
            member.Outstanding = isRefused ? 0 : Math.Max(0, member.Outstanding - received);
            member.HasBegun = member.Outstanding > 0;
            if (!member.HasBegun)
                answers.Add(isRefused ? null : (Clock.Now - member.Since) * 1000);
        }
    }

    private sealed class Member(Socket socket)
    {
        public Socket Socket => socket;

        /// <summary>Gets or sets the missing bytes of the current response.</summary>
        public int Outstanding { get; set; }

        public bool HasBegun { get; set; }

        public double Since { get; set; }

        public bool Heard { get; set; }
    }
}
