using System.Buffers;
using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using ModelContextProtocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Relays MCP messages between a client, over standard input and output, and a bridge, over HTTP. Each request gets exactly one response,
/// whatever the bridge answers, unless the client cancels it.
/// </summary>
internal sealed class StdioRelay : IDisposable
{
    /// <summary>How many messages are relayed at the same time.</summary>
    public const int MaxInFlight = 64;

    // The first of the codes that JSON-RPC leaves to servers.
    private const McpErrorCode BridgeFailed = (McpErrorCode)(-32000);
    private const string Nothing = "Nothing was done.";

    private readonly RelayOutput _output;
    private readonly BridgeCalls _bridge;
    private readonly ConcurrentDictionary<string, CancellationTokenSource> _requests = new();
    private readonly List<Task> _inFlight = [];

    /// <param name="options">The address and token of the bridge.</param>
    /// <param name="output">Receives a line for each message of the bridge.</param>
    /// <param name="time">The clock of the time limits.</param>
    public StdioRelay(RelayOptions options, Stream output, TimeProvider time)
    {
        _output = new RelayOutput(output, time);
        _bridge = new BridgeCalls(options, time);
    }

    /// <summary>Relays messages until the input ends and all of them have a response.</summary>
    public async Task RunAsync(Stream input)
    {
        await foreach (var line in RelayLines.ReadAsync(input))
        {
            if (line.IsTooLong)
                await RefuseAsync(RelayMessage.FindId(line.Bytes), McpErrorCode.InvalidRequest,
                    $"A message must have at most {McpSetup.MaxBodyBytes} bytes.");
            else
                await AcceptAsync(line.Bytes);
        }

        await Task.WhenAll(_inFlight);
    }

    /// <summary>Returns whether a bridge responds.</summary>
    public Task<bool> HasBridgeAsync() => _bridge.IsLiveAsync();

    public void Dispose()
    {
        _bridge.Dispose();
        _output.Dispose();
    }

    private async Task AcceptAsync(byte[] line)
    {
        // Decoding replaces what is not UTF-8. Shells of Windows begin with a byte order mark.
        var text = Encoding.UTF8.GetString(line).Trim().TrimStart('\uFEFF');
        if (text.Length == 0)
            return;
        try
        {
            using var document = JsonDocument.Parse(text);
            if (document.RootElement.ValueKind != JsonValueKind.Array || document.RootElement.GetArrayLength() == 0)
                await AcceptAsync(document.RootElement);
            else
                foreach (var each in document.RootElement.EnumerateArray())
                    await AcceptAsync(each);
        }
        catch (JsonException)
        {
            await RefuseAsync("null", McpErrorCode.ParseError, "The line is not JSON.");
        }
    }

    // A message of a batch is relayed like any other, and its response is a line of its own.
    private async Task AcceptAsync(JsonElement element)
    {
        var (message, refusal) = RelayMessage.Read(element);
        if (message is null)
            await WriteAsync(refusal!);
        else if (message.Cancels is { } id)
            await CancelAsync(id);
        else
            await StartAsync(message);
    }

    private async Task StartAsync(RelayMessage message)
    {
        _inFlight.RemoveAll(static task => task.IsCompleted);
        if (_inFlight.Count < MaxInFlight)
            _inFlight.Add(RelayAsync(message));
        else if (message.IsRequest)
            await RefuseAsync(message.Id!, BridgeFailed, $"overloaded: {MaxInFlight} messages have no response yet.");
    }

    // The bridge keeps no sessions, so a request is cancelled by closing its connection.
    private async Task CancelAsync(string id)
    {
        if (_requests.TryGetValue(id, out var request))
            await request.CancelAsync();
    }

    private async Task RelayAsync(RelayMessage message)
    {
        // Not disposed: it has no timer, and disposing it would race with a cancellation.
        var cancellation = new CancellationTokenSource();
        var request = KeyValuePair.Create(message.Id ?? "", cancellation);
        if (message.IsRequest)
            _requests.TryAdd(request.Key, request.Value);
        try
        {
            var (line, failure) = await _bridge.SendAsync(message, _output.WriteAsync, cancellation.Token);
            if (line is { } response)
                await _output.WriteAsync(response);
            else if (message.IsRequest)
                await WriteAsync(new RpcError(message.Id!, BridgeFailed, failure!));
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // The client waits for no response.
        }
        catch (Exception exception)
        {
            // Whatever fails, the client waits for a response.
            if (message.IsRequest)
                await WriteAsync(new RpcError(message.Id!, BridgeFailed, RelayFailure.Unknown($"{exception.Message.TrimEnd('.')}.")));
        }
        finally
        {
            _requests.TryRemove(request);
        }
    }

    private Task RefuseAsync(string id, McpErrorCode code, string sentence) => WriteAsync(new RpcError(id, code, $"{sentence} {Nothing}"));

    private Task WriteAsync(RpcError error)
    {
        var line = new ArrayBufferWriter<byte>();
        error.WriteTo(line);
        return _output.WriteAsync(line.WrittenMemory);
    }
}
