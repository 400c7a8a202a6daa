using System.Text.Json;

namespace Bridge.Api.Mcp;

/// <summary>The parts of a client's message that the relay needs.</summary>
/// <param name="Id">The id as JSON; null: a notification.</param>
/// <param name="Method">The method; null in a response.</param>
/// <param name="Version">The revision of MCP in the message; null before 2026-07-28.</param>
/// <param name="Name">The tool, prompt or resource of the request; null: none.</param>
/// <param name="Cancels">The id, as JSON, of the request that it cancels; null: none.</param>
internal sealed record RelayMessage(string? Id, string? Method, string? Version, string? Name, string? Cancels)
{
    private const string VersionMember = "io.modelcontextprotocol/protocolVersion";

    /// <summary>Parses a line.</summary>
    /// <exception cref="JsonException">The line is not JSON.</exception>
    public static RelayMessage Read(string line)
    {
        using var document = JsonDocument.Parse(line);
        var message = document.RootElement;
        var given = MessageMember.Find(message, "params");
        var method = Text(MessageMember.Find(message, "method"));
        return new RelayMessage(
            MessageMember.Find(message, "id")?.GetRawText(), method,
            Text(MessageMember.Find(MessageMember.Find(given, "_meta"), VersionMember)),
            method switch
            {
                "tools/call" or "prompts/get" => Text(MessageMember.Find(given, "name")),
                "resources/read" => Text(MessageMember.Find(given, "uri")),
                _ => null,
            },
            method == "notifications/cancelled" ? MessageMember.Find(given, "requestId")?.GetRawText() : null);
    }

    /// <summary>Returns the negotiated revision in the response to <c>initialize</c>; null for any other response.</summary>
    public static string? FindVersion(string response)
    {
        using var document = JsonDocument.Parse(response);
        return Text(MessageMember.Find(MessageMember.Find(document.RootElement, "result"), "protocolVersion"));
    }

    private static string? Text(JsonElement? value) => value is { ValueKind: JsonValueKind.String } text ? text.GetString() : null;
}
