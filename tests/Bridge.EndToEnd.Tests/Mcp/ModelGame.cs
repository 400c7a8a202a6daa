using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>The C# client of MCP, which speaks one revision of the protocol with the bridge of a running game.</summary>
internal static class ModelGame
{
    /// <summary>Connects a client that speaks this revision only.</summary>
    public static Task<McpClient> ConnectAsync(Uri address, string version) => McpClient.CreateAsync(
        new HttpClientTransport(new HttpClientTransportOptions
        {
            Endpoint = new Uri(address, "/mcp"), TransportMode = HttpTransportMode.StreamableHttp,
        }),
        Speaking(version));

    /// <summary>Returns the options of a client that speaks this revision only.</summary>
    public static McpClientOptions Speaking(string version) => new()
    {
        ProtocolVersion = version, ClientInfo = new Implementation { Name = "tests", Version = "1" },
        // On a busy machine a bridge needs more than the 5 s after which the client takes the server for an older one.
        DiscoverProbeTimeout = Timeout.InfiniteTimeSpan,
    };

    /// <summary>Calls a tool, which has to succeed, and to answer with at most one picture and 2 KB of text.</summary>
    public static async Task<(System.Text.Json.JsonElement Json, PngPicture[] Pictures)> CallAsync(
        this McpClient client, string tool, Dictionary<string, object?>? arguments = null)
    {
        var result = await client.CallToolAsync(tool, arguments);
        var texts = result.Content.OfType<TextContentBlock>().Select(block => block.Text).ToArray();
        Assert.True(result.IsError != true, texts.FirstOrDefault());
        Assert.True(texts.Sum(System.Text.Encoding.UTF8.GetByteCount) <= 2048, texts[^1]);
        var pictures = result.Content.OfType<ImageContentBlock>().ToArray();
        Assert.True(pictures.Length <= 1, $"{pictures.Length} pictures");
        Assert.True(pictures.Length == 0 || result.StructuredContent is null, "Clients drop pictures from structured content.");
        Assert.All(pictures, picture => Assert.Equal("image/png", picture.MimeType));
        return (System.Text.Json.JsonDocument.Parse(texts[^1]).RootElement,
            [.. pictures.Select(picture => new PngPicture(picture.DecodedData.ToArray()))]);
    }
}
