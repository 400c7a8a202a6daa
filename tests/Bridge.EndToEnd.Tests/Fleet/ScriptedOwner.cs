using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>An owner that answers as a test wants.</summary>
internal sealed class ScriptedOwner : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<bool, string, string?> _answer;
    private int _connections;
    private int _first;

    /// <param name="answer">
    /// Returns the answer to the head of a request, and is told whether it came over the connection of the first one, which is that of the
    /// forwarder; null: the connection closes instead.
    /// </param>
    public ScriptedOwner(Func<bool, string, string?> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = AcceptAsync();
    }

    public string Address => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>Gets how many connections there were.</summary>
    public int Connections => Volatile.Read(ref _connections);

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = ServeAsync(await _listener.AcceptTcpClientAsync());
        }
        catch (Exception ended) when (ended is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var own = client;
        var number = Interlocked.Increment(ref _connections);
        using var reader = new StreamReader(client.GetStream(), Encoding.ASCII);
        var head = new StringBuilder();
        try
        {
            while (await reader.ReadLineAsync() is { } line)
            {
                if (line.Length > 0)
                {
                    head.Append(line).Append('\n');
                    continue;
                }

                Interlocked.CompareExchange(ref _first, number, 0);
                if (_answer(Volatile.Read(ref _first) == number, head.ToString()) is not { } answer)
                    return;
                await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(answer));
                head.Clear();
            }
        }
        catch (IOException)
        {
            // The bridge has closed the connection.
        }
    }
}
