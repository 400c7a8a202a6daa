using System.Net;
using System.Net.Sockets;
using System.Text;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>One direct connection to the script, without a bridge: echoes, one at a time or at given moments.</summary>
internal sealed class WireClient : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _buffer = new byte[4096];
    private int _filled;
    private long _id;

    public WireClient(int port)
    {
        _socket.Connect(IPAddress.Loopback, port);
        _socket.Send(Encoding.ASCII.GetBytes(ScriptProof.Hello("bench")));
        var challenge = Receive();
        _socket.Send(Encoding.ASCII.GetBytes(ScriptProof.Answer(challenge, "bench", Secret(port))));
        Receive();
        _id = 1; // the id of hello and authenticate
    }

    /// <summary>Sends the next request as soon as one is answered, until <paramref name="end"/>.</summary>
    /// <returns>The latency of each request in ms.</returns>
    public List<double> InSequence(double end)
    {
        var times = new List<double>();
        for (var now = Clock.Now; now < end;)
        {
            var sent = now;
            Send("echo", "hello");
            Receive();
            now = Clock.Now;
            times.Add((now - sent) * 1000);
        }

        return times;
    }

    /// <summary>Sends requests at random times, whether or not the earlier ones are answered; the replies come in order.</summary>
    /// <returns>The latency of each request in ms, from the moment it was due.</returns>
    public List<double> AtRandom(double rate, double end)
    {
        var random = new Random(1);
        var moments = new List<double>();
        for (var due = Clock.Now; due < end;)
            moments.Add(due -= Math.Log(1 - random.NextDouble()) / rate);
        var sender = new Thread(() =>
        {
            using var never = new ManualResetEvent(false);
            foreach (var due in moments)
            {
                never.WaitOne(Math.Max(0, (int)((due - Clock.Now) * 1000) - 2));
                while (Clock.Now < due)
                    Thread.SpinWait(20);
                Send("echo", "hello");
            }
        });
        sender.Start();
        var times = new List<double>();
        foreach (var due in moments)
        {
            Receive();
            times.Add((Clock.Now - due) * 1000);
        }

        sender.Join();
        return times;
    }

    public void Dispose() => _socket.Dispose();

    // From the environment, or from the key file in the account's data folder; empty without either.
    private static string Secret(int port)
    {
        var key = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "Bridge", $"script-{port}.key");
        return Environment.GetEnvironmentVariable("BRIDGE_SCRIPT_SECRET") ?? (File.Exists(key) ? File.ReadLines(key).First() : "");
    }

    private void Send(string command, string payload, string arguments = "") => _socket.Send(Encoding.ASCII.GetBytes(
        FormattableString.Invariant($"{++_id} {command} {(long)(Clock.Now * 1e6) + 1} {payload.Length}{arguments}\n{payload}<|END|>")));

    // Returns the next whole reply; no payload contains the terminator.
    private string Receive()
    {
        int end;
        while ((end = _buffer.AsSpan(0, _filled).IndexOf("<|END|>"u8)) < 0)
        {
            var count = _socket.Receive(_buffer.AsSpan(_filled));
            if (count == 0)
                throw new EndOfStreamException("The script closed the connection.");
            _filled += count;
        }

        var reply = Encoding.ASCII.GetString(_buffer, 0, end);
        end += "<|END|>".Length;
        _buffer.AsSpan(end.._filled).CopyTo(_buffer);
        _filled -= end;
        return reply;
    }
}
