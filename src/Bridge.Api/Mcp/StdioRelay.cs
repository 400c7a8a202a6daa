using System.Collections.Concurrent;
using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using System.Text.Json;
using System.Text.Json.Nodes;
using Bridge.Api.Outbound;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Mcp;

/// <summary>
/// Relays MCP messages between a client, over standard input and output, and a bridge, over HTTP. Each message is an HTTP request of its
/// own, so the bridge may restart in between.
/// </summary>
internal sealed class StdioRelay : IDisposable
{
    private const int BridgeMissing = -32000;
    private const string LookFirst = "It may have been done. Call game_look before you repeat it.";

    private readonly Uri _endpoint;
    private readonly TextWriter _output;
    private readonly HttpClient _client;
    private readonly SemaphoreSlim _writing = new(1);
    private readonly ConcurrentDictionary<string, CancellationTokenSource> _running = new();
    private volatile string? _version;

    /// <param name="options">The address and token of the bridge.</param>
    /// <param name="output">Receives a line for each message of the bridge.</param>
    public StdioRelay(RelayOptions options, TextWriter output)
    {
        (_endpoint, _output) = (options.Endpoint, output);
        _client = OutboundHttp.CreateClient(_endpoint, Timeout.InfiniteTimeSpan);
        _client.DefaultRequestHeaders.Accept.ParseAdd("application/json");
        _client.DefaultRequestHeaders.Accept.ParseAdd("text/event-stream");
        if (options.Token is { } token)
            _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
    }

    /// <summary>Relays messages until the input ends and all of them have a response.</summary>
    public async Task RunAsync(TextReader input)
    {
        var running = new List<Task>();
        while (await input.ReadLineAsync() is { } line)
        {
            running.RemoveAll(task => task.IsCompleted);
            if (!string.IsNullOrWhiteSpace(line))
                running.Add(RelayAsync(line));
        }

        await Task.WhenAll(running);
    }

    /// <summary>Returns whether a bridge responds.</summary>
    public async Task<bool> HasBridgeAsync()
    {
        try
        {
            using var response = await _client.GetAsync(new Uri(_endpoint, "/health/live"));
            return response.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _client.Dispose();
        _writing.Dispose();
    }

    private async Task RelayAsync(string line)
    {
        RelayMessage message;
        try
        {
            message = RelayMessage.Read(line);
        }
        catch (JsonException)
        {
            await WriteErrorAsync("null", (int)ModelContextProtocol.McpErrorCode.ParseError, "The line is not JSON.");
            return;
        }

        // The bridge keeps no sessions, so a request is cancelled by closing its connection.
        if (message.Cancels is { } id)
        {
            if (_running.TryGetValue(id, out var request))
                await request.CancelAsync();
            return;
        }

        using var cancellation = new CancellationTokenSource();
        _running.TryAdd(message.Id ?? "", cancellation);
        try
        {
            await SendAsync(line, message, cancellation.Token);
        }
        catch (OperationCanceledException)
        {
            // The client has cancelled the request.
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException)
        {
            await WriteErrorAsync(message.Id, BridgeMissing, SentenceOf(exception));
        }
        finally
        {
            _running.TryRemove(message.Id ?? "", out _);
        }
    }

    private async Task SendAsync(string line, RelayMessage message, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, _endpoint)
        {
            Content = new StringContent(line, new MediaTypeHeaderValue("application/json")),
        };
        AddHeaders(request.Headers, message);
        using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (RedirectSentence.Of(response) is { } sentence)
        {
            await WriteErrorAsync(message.Id, BridgeMissing, $"no-bridge: {sentence} Nothing was done.");
            return;
        }

        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        if (response.Content.Headers.ContentType?.MediaType == "text/event-stream")
        {
            await foreach (var each in SseParser.Create(body).EnumerateAsync(cancellationToken))
                await WriteResponseAsync(message, each.Data);
            return;
        }

        using var reader = new StreamReader(body);
        var text = await reader.ReadToEndAsync(cancellationToken);
        if (text.Contains("\"jsonrpc\"", StringComparison.Ordinal))
            await WriteResponseAsync(message, text);
        else if (!response.IsSuccessStatusCode)
            await WriteErrorAsync(message.Id, BridgeMissing, $"{ProblemIn(text) ?? $"HTTP {(int)response.StatusCode}."} Nothing was done.");
    }

    private void AddHeaders(HttpRequestHeaders headers, RelayMessage message)
    {
        if ((message.Version ?? (message.Method == "initialize" ? null : _version)) is { } version)
            headers.TryAddWithoutValidation("MCP-Protocol-Version", version);
        if (message.Method is { } method)
            headers.TryAddWithoutValidation("Mcp-Method", McpHeaderEncoder.EncodeValue(method));
        if (message.Name is { } name)
            headers.TryAddWithoutValidation("Mcp-Name", McpHeaderEncoder.EncodeValue(name));
    }

    private Task WriteResponseAsync(RelayMessage message, string response)
    {
        if (message.Method == "initialize")
            _version = RelayMessage.FindVersion(response) ?? _version;
        return WriteAsync(response.ReplaceLineEndings(" "));
    }

    private Task WriteErrorAsync(string? id, int code, string sentence) => id is null ? Task.CompletedTask : WriteAsync(new JsonObject
    {
        ["jsonrpc"] = "2.0",
        ["id"] = JsonNode.Parse(id),
        ["error"] = new JsonObject { ["code"] = code, ["message"] = sentence },
    }.ToJsonString());

    private async Task WriteAsync(string line)
    {
        await _writing.WaitAsync();
        try
        {
            await _output.WriteAsync(line + "\n");
            await _output.FlushAsync();
        }
        finally
        {
            _writing.Release();
        }
    }

    private string SentenceOf(Exception exception)
    {
        var address = _endpoint.GetLeftPart(UriPartial.Authority);
        return (exception as HttpRequestException)?.HttpRequestError switch
        {
            HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError =>
                $"no-bridge: Nothing listens at {address}: start the bridge, or name its address with --url. Nothing was done.",
            HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError =>
                $"no-bridge: No secure connection to {address} ({exception.Message.TrimEnd('.')}). Nothing was done.",
            _ => $"outcome-unknown: The connection to the bridge broke ({exception.Message.TrimEnd('.')}). {LookFirst}",
        };
    }

    private static string? ProblemIn(string text)
    {
        try
        {
            return JsonNode.Parse(text)?["detail"]?.GetValue<string>();
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return null;
        }
    }
}
