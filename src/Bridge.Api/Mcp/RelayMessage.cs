using System.Text.Json;

namespace Bridge.Api.Mcp;

/// <summary>A message that a client has written on one line, as far as the relay has to know it.</summary>
/// <param name="Id">The id as JSON; null: a notification.</param>
/// <param name="Method">What it asks for; null in an answer.</param>
/// <param name="Version">The revision of the protocol that it names; null before 2026-07-28.</param>
/// <param name="Name">The tool, prompt or resource that it is about; null: none.</param>
/// <param name="Cancels">The id, as JSON, of the request that it cancels; null: none.</param>
internal sealed record RelayMessage(string? Id, string? Method, string? Version, string? Name, string? Cancels)
{
    private const string VersionMember = "io.modelcontextprotocol/protocolVersion";

    /// <exception cref="JsonException">It is no JSON.</exception>
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

    /// <summary>Finds the revision that the answer to <c>initialize</c> has settled; null: it is another answer.</summary>
    public static string? FindVersion(string answer)
    {
        using var document = JsonDocument.Parse(answer);
        return Text(MessageMember.Find(MessageMember.Find(document.RootElement, "result"), "protocolVersion"));
    }

    private static string? Text(JsonElement? value) => value is { ValueKind: JsonValueKind.String } text ? text.GetString() : null;
}
