using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.Testing.Http;

/// <summary>Speaks MCP without a library, so that a test sees what is on the wire.</summary>
public static class McpClients
{
    /// <summary>The latest revision of MCP.</summary>
    public const string Latest = "2026-07-28";

    /// <summary>Sends a request for one of MCP's methods.</summary>
    public static Task<HttpResponseMessage> SendMcpAsync(
        this HttpClient client, string method, string given, string path = "/mcp", CancellationToken cancellationToken = default) =>
        client.SendAsync(NewRequest(method, given, path), HttpCompletionOption.ResponseHeadersRead, cancellationToken);

    /// <summary>
    /// Creates a request for one of MCP's methods, with all headers that belong to it. <paramref name="given"/> are its parameters, an
    /// object of JSON.
    /// </summary>
    public static HttpRequestMessage NewRequest(string method, string given, string path = "/mcp")
    {
        var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(MessageFor(method, given), Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("text/event-stream"));
        request.Headers.Add("MCP-Protocol-Version", Latest);
        request.Headers.Add("Mcp-Method", method);
        using var members = JsonDocument.Parse(given);
        foreach (var name in (string[])["name", "uri"])
        {
            if (members.RootElement.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String)
                request.Headers.Add("Mcp-Name", value.GetString());
        }

        return request;
    }

    /// <summary>Returns the last message of a response: its result or its error.</summary>
    public static async Task<JsonElement> ReadMcpAsync(this HttpResponseMessage response)
    {
        var text = await response.Content.ReadAsStringAsync();
        var line = text.StartsWith('{') ? text : text.Split('\n').Last(line => line.StartsWith("data:", StringComparison.Ordinal))[5..];
        return JsonDocument.Parse(line).RootElement;
    }

    /// <summary>Sends a request, and returns its result.</summary>
    public static async Task<JsonElement> AskMcpAsync(this HttpClient client, string method, string given = "{}", string path = "/mcp")
    {
        using var response = await client.SendMcpAsync(method, given, path);
        var answer = await response.ReadMcpAsync();
        Assert.True(answer.TryGetProperty("result", out var result), answer.GetRawText());
        return result;
    }

    /// <summary>Calls a tool.</summary>
    public static async Task<ToolAnswer> CallToolAsync(
        this HttpClient client, string tool, string arguments = "{}", string path = "/mcp") =>
        ToolAnswer.Of(await client.AskMcpAsync("tools/call", $$"""{"name": "{{tool}}", "arguments": {{arguments}}}""", path));

    private static string MessageFor(string method, string given)
    {
        var members = given.Trim()[1..^1].Trim();
        return $$"""
            {
              "jsonrpc": "2.0", "id": 1, "method": "{{method}}",
              "params": {
                {{members}}{{(members.Length > 0 && !given.Contains("\"_meta\"", StringComparison.Ordinal) ? "," : "")}}
                {{(given.Contains("\"_meta\"", StringComparison.Ordinal) ? "" : Meta)}}
              }
            }
            """;
    }

    /// <summary>The member of its parameters in which each request of the latest revision describes its client.</summary>
    public const string Meta =
        $$"""
        "_meta": {
          "io.modelcontextprotocol/protocolVersion": "{{Latest}}", "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"}
        }
        """;
}

/// <summary>What a tool has answered: its texts, its pictures in between, and whether it is an error.</summary>
public sealed record ToolAnswer(bool IsError, IReadOnlyList<string> Texts, IReadOnlyList<byte[]> Pictures, JsonElement Whole)
{
    public static ToolAnswer Of(JsonElement result)
    {
        var content = result.GetProperty("content").EnumerateArray().ToArray();
        return new ToolAnswer(
            result.TryGetProperty("isError", out var isError) && isError.GetBoolean(),
            [.. OfType("text").Select(block => block.GetProperty("text").GetString()!)],
            [.. OfType("image").Select(block => block.GetProperty("data").GetBytesFromBase64())],
            result);

        IEnumerable<JsonElement> OfType(string type) => content.Where(block => block.GetProperty("type").GetString() == type);
    }

    /// <summary>The last text as JSON.</summary>
    public JsonElement Json => JsonDocument.Parse(Texts[^1]).RootElement;
}
