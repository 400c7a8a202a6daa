using System.Text.Json;

namespace Bridge.Api.Features.Mcp;

/// <summary>Reads members of a message that may lack them.</summary>
internal static class MessageMember
{
    /// <summary>Returns a member; null if the owner is no object, or has none of this name.</summary>
    public static JsonElement? Find(JsonElement? owner, string name) =>
        owner is { ValueKind: JsonValueKind.Object } known && known.TryGetProperty(name, out var value) ? value : null;
}
