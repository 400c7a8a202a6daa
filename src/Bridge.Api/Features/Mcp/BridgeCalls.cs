using System.Globalization;
using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using Bridge.Api.Server.Outbound;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Sends messages to a bridge, each as an HTTP request of its own, so the bridge may restart in between.</summary>
internal sealed class BridgeCalls : IDisposable
{
    /// <summary>How long an answer may take. A bridge ends a call after 45 s.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan LivePatience = TimeSpan.FromSeconds(5);

    private readonly Uri _endpoint;
    private readonly TimeProvider _time;
    private readonly HttpClient _client;

    // The revision of MCP that the latest initialize negotiated; null: none yet.
    private volatile string? _version;

    /// <param name="options">The address and token of the bridge.</param>
    /// <param name="time">The clock of the time limit.</param>
    public BridgeCalls(RelayOptions options, TimeProvider time)
    {
        (_endpoint, _time) = (options.Endpoint, time);
        _client = OutboundHttp.CreateClient(_endpoint, Timeout.InfiniteTimeSpan);
        _client.DefaultRequestHeaders.Accept.ParseAdd("application/json");
        _client.DefaultRequestHeaders.Accept.ParseAdd("text/event-stream");
        if (options.Token is { } token)
            _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
    }

    /// <summary>Returns whether a bridge responds.</summary>
    public async Task<bool> IsLiveAsync()
    {
        using var limit = new CancellationTokenSource(LivePatience, _time);
        try
        {
            return await _client.GetStringAsync(new Uri(_endpoint, "/health/live"), limit.Token) == "live";
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }

    /// <summary>Sends a message, and passes on the notifications and requests of the bridge that come before the response.</summary>
    /// <returns>The response in one line, or else a sentence that says what came and whether something was done.</returns>
    /// <exception cref="OperationCanceledException">The client has cancelled the request.</exception>
    public async Task<(ReadOnlyMemory<byte>? Line, string? Failure)> SendAsync(
        RelayMessage message, Func<ReadOnlyMemory<byte>, Task> passOn, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(Patience, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using var request = NewRequest(message);
            using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, either.Token);
            if (RedirectSentence.Of(response) is { } redirect)
                return (null, RelayFailure.NoBridge(redirect));
            if (!message.IsRequest)
                return default;
            await using var body = new LimitedStream(await response.Content.ReadAsStreamAsync(either.Token), OutboundHttp.MaxBytes);
            return response.Content.Headers.ContentType?.MediaType == "text/event-stream"
                ? await ReadStreamAsync(body, message, passOn, either.Token)
                : await ReadBodyAsync(response, body, message, either.Token);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            var seconds = Patience.TotalSeconds.ToString(CultureInfo.InvariantCulture);
            return (null, RelayFailure.Unknown($"{_endpoint} gave no response within {seconds} s."));
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException)
        {
            return (null, RelayFailure.Of(exception, _endpoint));
        }
    }

    public void Dispose() => _client.Dispose();

    private HttpRequestMessage NewRequest(RelayMessage message)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, _endpoint)
        {
            Content = new StringContent(message.Text, new MediaTypeHeaderValue("application/json")),
        };
        // A revision that no header can have is not sent. The bridge refuses the request then, because the header is missing.
        var version = message.Version ?? (message.Method == "initialize" ? null : _version);
        if (version is not null && version.All(static letter => letter is > ' ' and < '\x7F'))
            request.Headers.TryAddWithoutValidation("MCP-Protocol-Version", version);
        if (message.Method is { } method)
            request.Headers.TryAddWithoutValidation("Mcp-Method", McpHeaderEncoder.EncodeValue(method));
        if (message.Name is { } name)
            request.Headers.TryAddWithoutValidation("Mcp-Name", McpHeaderEncoder.EncodeValue(name));
        return request;
    }

    private async Task<(ReadOnlyMemory<byte>? Line, string? Failure)> ReadStreamAsync(
        Stream body, RelayMessage message, Func<ReadOnlyMemory<byte>, Task> passOn, CancellationToken cancellationToken)
    {
        await foreach (var item in SseParser.Create(body).EnumerateAsync(cancellationToken))
        {
            var read = BridgeMessage.Read(item.Data, message);
            if (read.Kind == BridgeMessageKind.Response)
                return Keep(read);
            if (read.Kind == BridgeMessageKind.Passing)
                await passOn(read.Line);
        }

        return (null, RelayFailure.Unknown($"{_endpoint} ended its event stream without a response to this request."));
    }

    private async Task<(ReadOnlyMemory<byte>? Line, string? Failure)> ReadBodyAsync(
        HttpResponseMessage response, Stream body, RelayMessage message, CancellationToken cancellationToken)
    {
        using var reader = new StreamReader(body);
        var text = await reader.ReadToEndAsync(cancellationToken);
        var read = BridgeMessage.Read(text, message);
        return read.Kind == BridgeMessageKind.Response ? Keep(read) : (null, RelayFailure.Of(response, text, _endpoint));
    }

    private (ReadOnlyMemory<byte>? Line, string? Failure) Keep(BridgeMessage response)
    {
        _version = response.Version ?? _version;
        return (response.Line, null);
    }
}
