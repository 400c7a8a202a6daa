using System.Net;
using System.Text.RegularExpressions;
using Bridge.Testing.Http.Schemas;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>
/// Compares the headers in the OpenAPI document with the code, which reads and sends no others; pages of configured sites may use all.
/// That each response has the headers of the document is checked where responses are (<see cref="ApiOperation.MistakeAsync"/>).
/// </summary>
public sealed partial class HeaderDocumentTests() : FakedBridge(("Bridge:Origins:0", Site))
{
    private const string Site = "https://page.example";

    // The document leaves these out: they protect the bridge, control caches and connections, or mean what HTTP itself says.
    private static readonly string[] General =
    [
        "Accept-Language", "Cache-Control", "Connection", "Content-Length", "Content-Type", "Cross-Origin-Resource-Policy", "Host",
        "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Referrer-Policy", "Sec-Fetch-Site", "Transfer-Encoding", "User-Agent",
        "X-Accel-Buffering",
    ];

    // Only other bridges of a fleet send these, or the MCP client in the program (bridge mcp).
    private static readonly string[] BetweenPrograms =
        ["Bridge-Fleet", "Bridge-Hop", "Mcp-Method", "Mcp-Name"];

    [Fact]
    public async Task Every_header_in_the_code_is_described()
    {
        var operations = (await ApiDocument.ReadAsync(Client)).Operations;
        var described = operations.SelectMany(operation => operation.Headers.Concat(operation.ResponseHeaders))
            .Distinct().Order(StringComparer.Ordinal).ToArray();
        var named = Directory.EnumerateFiles(RepositoryRoot.Combine("src", "Bridge.Api"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => HeaderNames().Matches(File.ReadAllText(file))).Select(match => match.Groups[1].Value).Distinct();

        Assert.Equal(["ETag", "Emulator-Frame", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Location", "Retry-After"], described);
        Assert.Equal([], named.Except(described).Except([.. General, .. BetweenPrograms]).Order());
    }

    [Fact]
    public async Task Pages_of_a_configured_site_may_use_the_described_headers()
    {
        var operations = (await ApiDocument.ReadAsync(Client)).Operations;
        var read = operations.SelectMany(operation => operation.Headers).Concat(["Authorization", "Content-Type"]);
        var sent = operations.SelectMany(operation => operation.ResponseHeaders);
        using var preflight = new HttpRequestMessage(HttpMethod.Options, "/emulators")
        {
            Headers = { { "Origin", Site }, { "Access-Control-Request-Method", "POST" } },
        };
        using var allowed = await Client.SendAsync(preflight);
        using var simple = new HttpRequestMessage(HttpMethod.Get, "/emulators") { Headers = { { "Origin", Site } } };
        using var exposed = await Client.SendAsync(simple);

        Assert.Equal(HttpStatusCode.NoContent, allowed.StatusCode);
        Assert.Equal(read.Distinct().Order(StringComparer.Ordinal), ListOf(allowed, "Access-Control-Allow-Headers"));
        Assert.Equal(sent.Distinct().Order(StringComparer.Ordinal), ListOf(exposed, "Access-Control-Expose-Headers"));
    }

    // OpenAPI has no parameter for Accept: the media types of the responses are the choice.
    [Fact]
    public async Task An_operation_with_responses_to_choose_from_says_how()
    {
        // The type of a clip's file is the format that the clip was ordered in; a parameter chooses that of a map.
        var choosing = (await ApiDocument.ReadAsync(Client)).Operations
            .Where(operation => operation.ResponseTypes.Count > 1 && operation.Name is not ("GetClipFile" or "GetTileMap")).ToArray();
        Assert.Equal(
            ["Act", "ReadMemory", "ResetVector", "RunBranches", "StepEmulators", "StepGame", "StepVector"],
            choosing.Select(operation => operation.Name).Order());
        Assert.All(choosing, operation => Assert.Contains(
            $"Accept: application/{(operation.Name == "RunBranches" ? "x-ndjson" : "octet-stream")}", operation.Description,
            StringComparison.Ordinal));
    }

    private static string[] ListOf(HttpResponseMessage response, string header) =>
    [
        .. response.Headers.GetValues(header).SelectMany(value => value.Split(',')).Select(name => name.Trim())
            .Order(StringComparer.Ordinal),
    ];

    [GeneratedRegex("\"([A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+)\"")]
    private static partial Regex HeaderNames();
}
