using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Bench;

/// <summary>
/// Requests at random times, whether or not the earlier ones are answered (open loop). A request's time counts from the
/// moment at which it was meant to be sent.
/// </summary>
internal static class Arrivals
{
    private const double SpinSeconds = 0.002;

    /// <returns>Milliseconds of each request, and how many failed.</returns>
    public static async Task<(List<double> Times, int Failed)> RunAsync(string address, string path, double rate, double seconds, int seed)
    {
        var uri = new Uri(address);
        var request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {uri.Authority}\r\n\r\n");
        var idle = new Stack<Socket>();
        for (var i = 0; i < 8; i++)
            idle.Push(await ConnectAsync(uri.Port));

        // Seeded: every system meets the same arrivals.
        var random = new Random(seed);
        var due = Clock.Now + 0.1;
        var asking = new List<Task<double?>>();
        for (var end = due + seconds; due < end; due -= Math.Log(1 - random.NextDouble()) / rate)
        {
            await Clock.WaitAsync(due - Clock.Now - SpinSeconds);
            Socket socket;
            lock (idle)
                idle.TryPop(out socket!);
            socket ??= await ConnectAsync(uri.Port);
            while (Clock.Now < due)
                Thread.SpinWait(20);
            asking.Add(AskAsync(socket, request, due, idle));
        }

        var times = await Task.WhenAll(asking);
        foreach (var socket in idle)
            socket.Dispose();
        return ([.. times.OfType<double>()], times.Count(time => time is null));
    }

    private static async Task<Socket> ConnectAsync(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port);
        return socket;
    }

    private static async Task<double?> AskAsync(Socket socket, byte[] request, double due, Stack<Socket> idle)
    {
        try
        {
            await socket.SendAsync(request);
            var buffer = new byte[4096];
            for (var count = 0; ;)
            {
                var received = await socket.ReceiveAsync(buffer.AsMemory(count)).AsTask().WaitAsync(TimeSpan.FromSeconds(5));
                count += received;
                if (received == 0)
                    return null;
                if (IsWhole(Encoding.ASCII.GetString(buffer, 0, count)) is not { } ok)
                    continue;
                var time = (Clock.Now - due) * 1000;
                lock (idle)
                    idle.Push(socket);
                return ok ? time : null;
            }
        }
        catch (Exception exception) when (exception is SocketException or TimeoutException)
        {
            return null;
        }
    }

    // Null: not yet; else whether it is a 200.
    private static bool? IsWhole(string response)
    {
        const string Length = "Content-Length: ";
        var body = response.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
        if (body < 4)
            return null;
        var length = response.IndexOf(Length, StringComparison.OrdinalIgnoreCase);
        var whole = length > 0 && length < body
            ? response.Length >= body + int.Parse(response.AsSpan(length + Length.Length, response.IndexOf('\r', length) - length - Length.Length), null)
            : response.EndsWith("0\r\n\r\n", StringComparison.Ordinal);
        return whole ? response.StartsWith("HTTP/1.1 200", StringComparison.Ordinal) : null;
    }
}
