using System.Text.Json;
using ModelContextProtocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>A message of the client: a request, a notification, or a response to a request of the bridge.</summary>
/// <param name="Text">The message as JSON.</param>
/// <param name="Id">The id as JSON; null: none.</param>
/// <param name="Method">The method; null in a response.</param>
/// <param name="Version">The revision of MCP in the message; null before 2026-07-28.</param>
/// <param name="Name">The tool, prompt or resource of the request; null: none.</param>
/// <param name="Cancels">The id, as JSON, of the request that it cancels; null: none.</param>
internal sealed record RelayMessage(string Text, string? Id, string? Method, string? Version, string? Name, string? Cancels)
{
    private const string VersionMember = "io.modelcontextprotocol/protocolVersion";

    /// <summary>Gets whether it needs an answer.</summary>
    public bool IsRequest => Id is not null && Method is not null;

    /// <summary>Reads a message.</summary>
    /// <returns>The message, or the error that says why it is none.</returns>
    public static (RelayMessage? Message, RpcError? Refusal) Read(JsonElement message)
    {
        try
        {
            return ReadUnicode(message);
        }
        catch (InvalidOperationException)
        {
            return Refuse("null", "A name in the message has half of a surrogate pair.");
        }
    }

    /// <summary>Returns the id, as JSON, of a message whose beginning is given; the text <c>null</c> if the id is not in it.</summary>
    public static string FindId(ReadOnlySpan<byte> beginning)
    {
        var reader = new Utf8JsonReader(beginning, isFinalBlock: false, state: default);
        try
        {
            while (reader.Read())
            {
                if (reader.TokenType != JsonTokenType.PropertyName || reader.CurrentDepth != 1)
                    continue;
                var isId = reader.ValueTextEquals("id");
                if (isId ? !reader.Read() : !reader.TrySkip())
                    break;
                if (isId && JsonElement.TryParseValue(ref reader, out var id))
                    return IsId(id.Value) ? id.Value.GetRawText() : "null";
            }
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            // It is not JSON.
        }

        return "null";
    }

    private static (RelayMessage? Message, RpcError? Refusal) ReadUnicode(JsonElement message)
    {
        if (message.ValueKind != JsonValueKind.Object)
            return Refuse("null", "A message must be an object.");
        var id = MessageMember.Find(message, "id");
        if (id is { } known && !IsId(known))
            return Refuse("null", "id must be a string or a number.");
        var method = TextOf(MessageMember.Find(message, "method"));
        if (method is null && MessageMember.Find(message, "result") is null && MessageMember.Find(message, "error") is null)
            return Refuse(id?.GetRawText() ?? "null", "A message must have a method, a result or an error.");
        var given = MessageMember.Find(message, "params");
        return (new RelayMessage(
            message.GetRawText(), id?.GetRawText(), method,
            TextOf(MessageMember.Find(MessageMember.Find(given, "_meta"), VersionMember)),
            method switch
            {
                "tools/call" or "prompts/get" => TextOf(MessageMember.Find(given, "name")),
                "resources/read" => TextOf(MessageMember.Find(given, "uri")),
                _ => null,
            },
            method == "notifications/cancelled" ? MessageMember.Find(given, "requestId")?.GetRawText() : null), null);
    }

    private static (RelayMessage? Message, RpcError? Refusal) Refuse(string id, string sentence) =>
        (null, new RpcError(id, McpErrorCode.InvalidRequest, $"{sentence} Nothing was done."));

    private static bool IsId(JsonElement id) => id.ValueKind == JsonValueKind.Number || TextOf(id) is not null;

    private static string? TextOf(JsonElement? value)
    {
        try
        {
            return value is { ValueKind: JsonValueKind.String } text ? text.GetString() : null;
        }
        catch (InvalidOperationException)
        {
            // It has half of a surrogate pair.
            return null;
        }
    }
}
