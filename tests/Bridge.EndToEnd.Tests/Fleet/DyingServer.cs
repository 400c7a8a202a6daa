using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>A host whose connections end: each answers its first request, and ends when it has received its second.</summary>
/// <remarks>With <c>endsFirst</c>, its first connection ends when it has received its first request.</remarks>
internal sealed class DyingServer(bool endsFirst = false) : LoopbackServer
{
    private int _requests;

    public int Requests => Volatile.Read(ref _requests);

    protected override async Task ServeAsync(TcpClient client)
    {
        using var connection = client;
        var stream = connection.GetStream();
        if (!await ReadAsync(stream) || (endsFirst && Requests == 1))
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
