using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>A host whose connections end: each answers its first request, and ends when it has received its second.</summary>
/// <remarks>With <c>endsFirst</c>, its first connection ends when it has received its first request.</remarks>
internal sealed class DyingServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly bool _endsFirst;
    private int _requests;

    public DyingServer(bool endsFirst = false)
    {
        _endsFirst = endsFirst;
        _listener.Start();
        _ = AcceptAsync();
    }

    public string Address => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    public int Requests => Volatile.Read(ref _requests);

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
            // The test has ended.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var connection = client;
        var stream = connection.GetStream();
        if (!await ReadAsync(stream) || (_endsFirst && Requests == 1))
            return;
        await stream.WriteAsync("HTTP/1.1 204 No Content\r\n\r\n"u8.ToArray());
        await ReadAsync(stream);
    }

    private async Task<bool> ReadAsync(NetworkStream stream)
    {
        using var reader = new StreamReader(stream, leaveOpen: true);
        string? line;
        while ((line = await reader.ReadLineAsync()) is { Length: > 0 })
        {
            // Until the empty line.
        }

        if (line is null)
            return false;
        Interlocked.Increment(ref _requests);
        return true;
    }
}
