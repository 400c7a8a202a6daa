using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Bridge.RawListener.Sockets;

namespace Bridge.Bench;

/// <summary>
/// As many clients as a process may have files, on one thread, so that they take as little as can be of what is measured.
/// </summary>
/// <param name="address">Where they connect to.</param>
/// <param name="begins">What every answer begins with; whatever begins otherwise is a refusal.</param>
[SupportedOSPlatform("linux")]
internal sealed class ClientGroup(EndPoint address, string begins = "") : IDisposable
{
    // So many are under way when they come one after the other.
    private const int Abreast = 100;
    private const double PatienceSeconds = 60;
    // An address has 28,232 ports, and other programs, and clients that have just left, have some of them.
    private const int OfAnAddress = 5000;

    private static readonly byte[] Yes = BitConverter.GetBytes(1);

    private readonly List<Member> _members = [];
    private readonly EpollSystem _system = new();
    private readonly byte[] _begins = Encoding.ASCII.GetBytes(begins);
    private readonly byte[] _buffer = new byte[64 * 1024];
    private readonly SocketEvent[] _happened = new SocketEvent[256];

    public int Count => _members.Count;

    /// <summary>Adds this number of clients.</summary>
    public void Come(int clients)
    {
        for (var i = 0; i < clients; i++)
        {
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
            if (address is IPEndPoint)
                LeaveFrom(socket, (byte)(2 + (_members.Count / OfAnAddress)));
            socket.Connect(address);
            socket.Blocking = false;
            _system.Watch((int)socket.Handle, _members.Count, SocketInterest.Receive, isNew: true);
            _members.Add(new Member(socket));
        }
    }

    /// <summary>Has the last <paramref name="clients"/> of them send something once, and waits for their answers.</summary>
    /// <param name="clients">How many.</param>
    /// <param name="text">What is sent.</param>
    /// <param name="length">Bytes of an answer; 1: its first ones will do.</param>
    public Answers Greet(int clients, string text, int length = 1) =>
        Ask(Encoding.ASCII.GetBytes(text), _members.Count - clients, clients, TimeSpan.Zero, 1, length);

    /// <summary>Has each ask some times, evenly spread, and waits for all answers, a minute at most.</summary>
    /// <param name="text">What is sent.</param>
    /// <param name="each">The time in which each asks once; 0: one asks when others are answered.</param>
    /// <param name="times">How often each asks.</param>
    /// <param name="length">Bytes of an answer.</param>
    public Answers Ask(string text, TimeSpan each, int length, int times = 1) =>
        Ask(Encoding.ASCII.GetBytes(text), 0, _members.Count, each, times, length);

    /// <summary>Takes what comes for a time.</summary>
    public void Listen(TimeSpan time)
    {
        for (var end = Clock.Now + time.TotalSeconds; Clock.Now < end;)
            Take(null, [], milliseconds: 20);
    }

    /// <summary>Takes what comes until a text has come to each of them once more, or for a time.</summary>
    /// <returns>When each of them had it, by <see cref="Clock.Now"/>.</returns>
    public List<double> Hear(string text, double seconds)
    {
        var heard = new List<double>(_members.Count);
        var mark = Encoding.ASCII.GetBytes(text);
        _members.ForEach(static member => member.Heard = false);
        for (var end = Clock.Now + seconds; heard.Count < _members.Count && Clock.Now < end;)
        {
            Take(null, mark, milliseconds: 20, member =>
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

    // From an address of the loopback network, at a port that is chosen when the other end is known: ip(7), IP_BIND_ADDRESS_NO_PORT.
    private static void LeaveFrom(Socket socket, byte host)
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
                ? answers.Ended + Abreast
                : (int)Math.Min(answers.Asked, (Clock.Now - begin) / each.TotalSeconds * clients);
            for (; sent < Math.Min(due, answers.Asked) && _members[first + (sent % clients)] is { Outstanding: 0 } member; sent++)
            {
                // A client that can't ask because it waits for an answer counts from the moment at which it was to ask.
                (member.Outstanding, member.Since) = (length, each == TimeSpan.Zero ? Clock.Now : begin
                    + (sent * each.TotalSeconds / clients));
                if (_system.Send((int)member.Socket.Handle, request) != request.Length)
                    throw new InvalidOperationException("A request couldn't be sent.");
            }

            Take(answers, [], sent < answers.Asked && each > TimeSpan.Zero ? 1 : 100);
        }

        return answers;
    }

    private void Take(Answers? answers, ReadOnlySpan<byte> mark, int milliseconds, Action<Member>? heard = null)
    {
        var count = _system.Wait(_happened, milliseconds);
        for (var i = 0; i < count; i++)
        {
            var member = _members[_happened[i].Tag];
            var received = _system.Receive((int)member.Socket.Handle, _buffer);
            if (received == ISocketSystem.WouldBlock)
                continue;
            if (received <= 0)
                throw new IOException("A client was cut off.");
            var bytes = _buffer.AsSpan(0, received);
            // What is sent at once over loopback comes at once.
            if (!mark.IsEmpty && bytes.IndexOf(mark) >= 0)
                heard?.Invoke(member);
            if (member.Outstanding == 0 || answers is null)
                continue;
            // An answer that begins otherwise is over with what has come of it.
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

        /// <summary>Bytes that its answer still has.</summary>
        public int Outstanding { get; set; }

        public bool HasBegun { get; set; }

        public double Since { get; set; }

        public bool Heard { get; set; }
    }
}
