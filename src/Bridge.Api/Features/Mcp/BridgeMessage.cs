using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Bridge.Api.Features.Mcp;

/// <summary>How a text of the bridge is related to a request of the client.</summary>
internal enum BridgeMessageKind
{
    /// <summary>No message for the client: no JSON-RPC, or a response to another request.</summary>
    Foreign,

    /// <summary>A notification or a request of the bridge.</summary>
    Passing,

    /// <summary>The response to the request.</summary>
    Response,
}

/// <summary>A message of the bridge.</summary>
/// <param name="Kind">What it is to the request.</param>
/// <param name="Line">The message, in one line.</param>
/// <param name="Version">The negotiated revision of MCP in the response to <c>initialize</c>; null in any other.</param>
internal readonly record struct BridgeMessage(BridgeMessageKind Kind, ReadOnlyMemory<byte> Line = default, string? Version = null)
{
    /// <summary>Reads a text that may be anything.</summary>
    public static BridgeMessage Read(string text, RelayMessage request)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return Read(document.RootElement, request);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            // It is no JSON, or a string in it is no Unicode.
            return default;
        }
    }

    private static BridgeMessage Read(JsonElement message, RelayMessage request)
    {
        if (MessageMember.Find(message, "jsonrpc") is not { ValueKind: JsonValueKind.String } version || !version.ValueEquals("2.0"))
            return default;
        if (MessageMember.Find(message, "method") is { } method)
            return method.ValueKind == JsonValueKind.String ? new(BridgeMessageKind.Passing, LineOf(message)) : default;
        var (result, error) = (MessageMember.Find(message, "result"), MessageMember.Find(message, "error"));
        if (request.Id is null || (result is null) == (error is null))
            return default;
        // An error without an id is about a message that the bridge could not read.
        if (MessageMember.Find(message, "id") is not { ValueKind: not JsonValueKind.Null } id)
            return error is { } sent ? new(BridgeMessageKind.Response, LineOf(request.Id, sent)) : default;
        using var own = JsonDocument.Parse(request.Id);
        return JsonElement.DeepEquals(id, own.RootElement)
            ? new(BridgeMessageKind.Response, LineOf(message), request.Method == "initialize" ? VersionIn(result) : null)
            : default;
    }

    private static string? VersionIn(JsonElement? result) =>
        MessageMember.Find(result, "protocolVersion") is { ValueKind: JsonValueKind.String } version ? version.GetString() : null;

    // Valid JSON has ends of lines between its tokens only.
    private static ReadOnlyMemory<byte> LineOf(JsonElement message) =>
        Encoding.UTF8.GetBytes(message.GetRawText().Replace('\n', ' ').Replace('\r', ' '));

    private static ReadOnlyMemory<byte> LineOf(string id, JsonElement error)
    {
        var line = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(line);
        writer.WriteStartObject();
        writer.WriteString("jsonrpc", "2.0");
        writer.WritePropertyName("id");
        writer.WriteRawValue(id);
        writer.WritePropertyName("error");
        writer.WriteRawValue(LineOf(error).Span);
        writer.WriteEndObject();
        writer.Flush();
        return line.WrittenMemory;
    }
}
