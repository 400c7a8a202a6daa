using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace Bridge.Testing;

/// <summary>Speaks the protocol of Archipelago's connector for BizHawk, as its clients do.</summary>
public sealed class ConnectorClient : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly byte[] _buffer = new byte[4096];
    private readonly List<byte> _unread = [];

    public static async Task<ConnectorClient> ConnectAsync(string address)
    {
        var client = new ConnectorClient();
        await client._socket.ConnectAsync(IPEndPoint.Parse(address)).ConfigureAwait(false);
        return client;
    }

    /// <summary>
    /// Connects as these clients do: again until there is a connection and a reply. The bridge may not know yet that the client before is
    /// gone.
    /// </summary>
    public static async Task<ConnectorClient> ReconnectAsync(string address)
    {
        ConnectorClient? client = null;
        await Eventually.HoldsAsync(async () =>
        {
            client?.Dispose();
            try
            {
                client = await ConnectAsync(address).ConfigureAwait(false);
                return await client.AskAsync("VERSION").ConfigureAwait(false) == "1";
            }
            catch (Exception exception) when (exception is IOException or SocketException)
            {
                return false;
            }
        }, "a client can connect").ConfigureAwait(false);
        return client!;
    }

    /// <summary>Sends a text as it is, in UTF-8.</summary>
    /// <exception cref="IOException">The bridge has closed the connection.</exception>
    public async Task SendAsync(string text)
    {
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            ReadOnlyMemory<byte> rest = Encoding.UTF8.GetBytes(text);
            while (!rest.IsEmpty)
                rest = rest[await _socket.SendAsync(rest, SocketFlags.None, patience.Token).ConfigureAwait(false)..];
        }
        catch (SocketException exception)
        {
            throw new IOException("The connection was closed.", exception);
        }
    }

    /// <summary>Sends a line, and returns the reply line.</summary>
    public async Task<string> AskAsync(string line)
    {
        await SendAsync(line + "\n").ConfigureAwait(false);
        return await ReceiveAsync().ConfigureAwait(false) ?? throw new IOException("The connection was closed without a reply.");
    }

    /// <summary>Sends a list of requests, each an object of JSON, and returns the replies.</summary>
    public async Task<JsonElement[]> RunAsync(params string[] requests) =>
        [.. JsonDocument.Parse(await AskAsync($"[{string.Join(',', requests)}]").ConfigureAwait(false)).RootElement.EnumerateArray()];

    /// <summary>Returns the next line without its line feed; null: the connection is closed.</summary>
    public async Task<string?> ReceiveAsync()
    {
        using var patience = new CancellationTokenSource(Patience);
        while (true)
        {
            if (_unread.IndexOf((byte)'\n') is >= 0 and var end)
            {
                var line = Encoding.UTF8.GetString([.. _unread[..end]]);
                _unread.RemoveRange(0, end + 1);
                return line;
            }

            try
            {
                var count = await _socket.ReceiveAsync(_buffer, SocketFlags.None, patience.Token).ConfigureAwait(false);
                if (count == 0)
                    return null;
                _unread.AddRange(_buffer.AsSpan(0, count));
            }
            catch (SocketException)
            {
                return null;
            }
        }
    }

    /// <summary>Waits until the bridge closes the connection.</summary>
    public async Task EndsAsync()
    {
        while (await ReceiveAsync().ConfigureAwait(false) is not null)
        {
        }
    }

    public void Dispose() => _socket.Dispose();

    /// <summary>Returns a request to read.</summary>
    public static string Read(string domain, long address, int size) =>
        $$"""{"type": "READ", "domain": "{{domain}}", "address": {{address}}, "size": {{size}}}""";

    /// <summary>Returns a request to write.</summary>
    public static string Write(string domain, long address, params byte[] bytes) =>
        $$"""{"type": "WRITE", "domain": "{{domain}}", "address": {{address}}, "value": "{{Convert.ToBase64String(bytes)}}"}""";

    /// <summary>Returns a guard.</summary>
    public static string Guard(string domain, long address, params byte[] bytes) =>
        $$"""{"type": "GUARD", "domain": "{{domain}}", "address": {{address}}, "expected_data": "{{Convert.ToBase64String(bytes)}}"}""";

    /// <summary>Returns a request that has nothing but its type.</summary>
    public static string Plain(string type) => $$"""{"type": "{{type}}"}""";
}
