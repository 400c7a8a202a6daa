using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>A server that answers each request as told, well or badly.</summary>
internal sealed partial class StubBridge : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Func<StubRequest, Task> _answer;
    private int _requests;

    /// <param name="answer">Answers one request. Its connection is closed afterwards.</param>
    public StubBridge(Func<StubRequest, Task> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = AcceptAsync();
    }

    public string Address => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>Gets how many requests have come.</summary>
    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Returns a server that answers each request with an empty result.</summary>
    public static StubBridge NewGood() => new(request => request.WriteAsync(JsonOf(ResultOf(request.Id))));

    /// <summary>Returns a JSON-RPC response.</summary>
    public static string ResultOf(string id, string result = "{}") => $$"""{"jsonrpc": "2.0", "id": {{id}}, "result": {{result}}}""";

    /// <summary>Returns an HTTP response with JSON.</summary>
    public static string JsonOf(string body, int status = 200, string type = "application/json") => string.Create(
        CultureInfo.InvariantCulture,
        $"HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Type: {type}\r\nContent-Length: {body.Length}\r\n\r\n{body}");

    /// <summary>Returns a stream of events that ends.</summary>
    public static string EventsOf(params string[] events) => "HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n"
        + string.Concat(events.Select(each => $"data: {each}\n\n"));

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token));
        }
        catch (Exception ended) when (ended is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // The test has ended.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var connection = client;
        try
        {
            var body = await ReadAsync(client.GetStream());
            Interlocked.Increment(ref _requests);
            await _answer(new StubRequest(client.GetStream(), body, IdPattern().Match(body).Groups[1].Value, _end.Token));
        }
        catch (Exception left) when (left is IOException or OperationCanceledException)
        {
            // The client has left.
        }
    }

    private async Task<string> ReadAsync(NetworkStream stream)
    {
        var (text, buffer) = ("", new byte[65536]);
        while (true)
        {
            var count = await stream.ReadAsync(buffer, _end.Token);
            text += Encoding.Latin1.GetString(buffer, 0, count);
            var end = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
            var bodyStart = end + 4;
            if (count == 0 || (end >= 0 && text.Length - bodyStart >= LengthIn(text)))
                return text[bodyStart..];
        }
    }

    private static int LengthIn(string head) =>
        LengthPattern().Match(head) is { Success: true } found ? int.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture) : 0;

    [GeneratedRegex("\"id\": ?([0-9]+|\"[^\"]*\")")]
    private static partial Regex IdPattern();

    [GeneratedRegex("Content-Length: ([0-9]+)")]
    private static partial Regex LengthPattern();
}

/// <summary>A request to a <see cref="StubBridge"/>.</summary>
/// <param name="Stream">The connection.</param>
/// <param name="Body">The body.</param>
/// <param name="Id">The message's id as JSON; empty: none.</param>
/// <param name="Ends">Is cancelled when the test ends.</param>
internal sealed record StubRequest(Stream Stream, string Body, string Id, CancellationToken Ends)
{
    /// <summary>Sends this text.</summary>
    public Task WriteAsync(string text) => Stream.WriteAsync(Encoding.Latin1.GetBytes(text), Ends).AsTask();

    /// <summary>Keeps the connection open without an answer until the client closes it.</summary>
    public async Task HoldAsync()
    {
        while (await Stream.ReadAsync(new byte[4096], Ends) > 0)
        {
            // Drains it.
        }
    }
}
