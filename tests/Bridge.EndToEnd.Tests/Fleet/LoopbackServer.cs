using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>A server in place of a host's bridge.</summary>
internal abstract class LoopbackServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    protected LoopbackServer()
    {
        _listener.Start();
        _ = AcceptAsync();
    }

    public string Address => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    public void Dispose() => _listener.Dispose();

    /// <summary>Serves a connection.</summary>
    protected abstract Task ServeAsync(TcpClient client);

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = ServeAsync(await _listener.AcceptTcpClientAsync());
        }
        catch (Exception ended) when (ended is SocketException or ObjectDisposedException)
        {
            // The test has ended.
        }
    }
}
