using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>Reads what the connector says of a Game Boy's domains.</summary>
internal static class BizHawkDomainSizes
{
    private static readonly string[] Names = ["WRAM", "VRAM", "OAM", "HRAM", "ROM", "System Bus", "CartRAM"];

    /// <summary>Returns the sizes of WRAM, VRAM, OAM, HRAM, ROM, System Bus and CartRAM.</summary>
    public static async Task<int[]> OfAsync(ConnectorClient client) =>
        [.. (await client.RunAsync([.. Names.Select(name => $$"""{"type": "MEMORY_SIZE", "domain": "{{name}}"}""")]))
            .Select(reply => reply.GetProperty("value").GetInt32())];

    /// <summary>Returns the value of a reply, or its type and value.</summary>
    public static string TextOf(JsonElement reply) => reply.GetProperty("type").GetString() switch
    {
        "READ_RESPONSE" => reply.GetProperty("value").GetString()!,
        "ERROR" => $"ERROR {reply.GetProperty("err").GetString()}",
        "GUARD_RESPONSE" => $"GUARD_RESPONSE {reply.GetProperty("value").GetBoolean()}",
        var type => type!,
    };
}
