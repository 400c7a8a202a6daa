using System.Net;
using System.Text;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol;
using ModelContextProtocol.AspNetCore;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>
/// The bridge with all of its middleware, but instead of its own MCP tools, resources and prompts, the fixed ones that the official
/// conformance suite calls.
/// </summary>
internal sealed class FixedServer : WebApplicationFactory<Program>
{
    private const string Pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    private const string Silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

    public FixedServer()
    {
        UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        StartServer();
        using var client = CreateClient();
        Address = client.BaseAddress!;
    }

    public Uri Address { get; }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting("Bridge:Drain", "00:00:00");
        builder.ConfigureServices(services => services.PostConfigure<HttpServerTransportOptions>(transport =>
            transport.ConfigureSessionOptions = (_, options, _) =>
            {
                (options.ToolCollection, options.ResourceCollection, options.PromptCollection) = (Tools(), Resources(), Prompts());
                return Task.CompletedTask;
            }));
    }

    private static McpServerPrimitiveCollection<McpServerTool> Tools() =>
    [
        Tool("test_simple_text", () => "This is a simple text response for testing."),
        Tool("test_image_content", () => Picture()),
        Tool("test_audio_content", () => new AudioContentBlock { Data = Encoding.ASCII.GetBytes(Silence), MimeType = "audio/wav" }),
        Tool("test_embedded_resource", () => Embedded("test://embedded-resource", "This is an embedded resource content.")),
        Tool("test_multiple_content_types", () => new ContentBlock[]
        {
            new TextContentBlock { Text = "Multiple content types test:" }, Picture(),
            Embedded("test://mixed-content-resource", """{"test":"data","value":123}""", "application/json"),
        }),
        Tool("test_error_handling", string () => throw new McpException("This tool intentionally returns an error for testing")),
        Tool("test_tool_with_progress", async (RequestContext<CallToolRequestParams> request, CancellationToken cancellationToken) =>
        {
            foreach (var progress in (int[])[0, 50, 100])
            {
                await request.Server.NotifyProgressAsync(
                    request.Params.ProgressToken!.Value, new ProgressNotificationValue { Progress = progress, Total = 100 },
                    cancellationToken: cancellationToken);
            }

            return "done";
        }),
    ];

    private static McpServerResourceCollection Resources() =>
    [
        McpServerResource.Create(() => "This is the content of the static text resource.",
            new() { UriTemplate = "test://static-text", Name = "text", Description = "A text.", MimeType = "text/plain" }),
        McpServerResource.Create(() => new BlobResourceContents
            {
                Uri = "test://static-binary", MimeType = "image/png", Blob = Encoding.ASCII.GetBytes(Pixel),
            },
            new() { UriTemplate = "test://static-binary", Name = "binary", Description = "A picture.", MimeType = "image/png" }),
        McpServerResource.Create((string id) => new TextResourceContents
            {
                Uri = $"test://template/{id}/data", MimeType = "application/json",
                Text = $$"""{"id":"{{id}}","templateTest":true,"data":"Data for ID: {{id}}"}""",
            },
            new() { UriTemplate = "test://template/{id}/data", Name = "template", Description = "Data.", MimeType = "application/json" }),
    ];

    private static McpServerPrimitiveCollection<McpServerPrompt> Prompts() =>
    [
        Prompt("test_simple_prompt", () => "This is a simple prompt for testing."),
        Prompt("test_prompt_with_arguments", (string arg1, string arg2) => $"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"),
        Prompt("test_prompt_with_embedded_resource", (string resourceUri) => new[]
        {
            Say(Embedded(resourceUri, "Embedded resource content for testing.")),
            Say(new TextContentBlock { Text = "Please process the embedded resource above." }),
        }),
        Prompt("test_prompt_with_image", () => new[]
        {
            Say(Picture()), Say(new TextContentBlock { Text = "Please analyze the image above." }),
        }),
    ];

    private static McpServerTool Tool(string name, Delegate run) =>
        McpServerTool.Create(run, new() { Name = name, Description = $"What the suite calls as {name}." });

    private static McpServerPrompt Prompt(string name, Delegate make) =>
        McpServerPrompt.Create(make, new() { Name = name, Description = $"The prompt {name} of the suite." });

    private static PromptMessage Say(ContentBlock content) => new() { Role = Role.User, Content = content };

    private static ImageContentBlock Picture() => new() { Data = Encoding.ASCII.GetBytes(Pixel), MimeType = "image/png" };

    private static EmbeddedResourceBlock Embedded(string uri, string text, string type = "text/plain") =>
        new() { Resource = new TextResourceContents { Uri = uri, MimeType = type, Text = text } };
}
