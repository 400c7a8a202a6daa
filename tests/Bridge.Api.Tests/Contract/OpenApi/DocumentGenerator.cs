using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Writes the OpenAPI document from what the endpoints say of themselves.</summary>
internal sealed class DocumentGenerator
{
    // Unchanged since the first document, so that clients' generators keep reading it.
    private const string Version = "3.0.4";

    private static readonly JsonSerializerOptions Indented = new()
        { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly SchemaBook _schemas = new();

    public string Generate(IEnumerable<RouteEndpoint> endpoints)
    {
        var operations = endpoints.Select((endpoint, index) => (Endpoint: endpoint, Index: index, Tag: TagOf(endpoint)))
            .OrderBy(operation => operation.Tag, StringComparer.Ordinal).ThenBy(operation => operation.Index).ToArray();
        var paths = new JsonObject();
        var writer = new OperationWriter(_schemas);
        foreach (var (endpoint, _, tag) in operations)
        {
            var path = PathOf(endpoint);
            if (paths[path] is not JsonObject item)
                paths[path] = item = [];
            item[endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()!.HttpMethods.Single().ToLowerInvariant()] =
                writer.Write(endpoint, tag, path);
        }

        var document = new JsonObject
        {
            ["openapi"] = Version,
            ["info"] = new JsonObject
            {
                ["title"] = "Bridge",
                ["description"] =
                    "Drives a running Game Boy Advance or Game Boy emulator over HTTP. Begin with *Buttons*, *Screen* and *Memory*: "
                    + "open a group and an operation, then press *Execute*; the emulator is usually `default`. "
                    + "The box below searches all paths and summaries. "
                    + "Words are accepted in any case where a schema has x-ignores-case. An unknown parameter or member is refused.",
                ["version"] = "v1",
                ["license"] = new JsonObject { ["name"] = "MIT" },
            },
            ["servers"] = new JsonArray(new JsonObject { ["url"] = "/" }),
            ["paths"] = paths,
            ["components"] = new JsonObject
            {
                ["schemas"] = _schemas.ToJson(),
                ["responses"] = SharedResponses.Extract(paths),
                ["securitySchemes"] = new JsonObject
                {
                    ["token"] = new JsonObject
                    {
                        ["type"] = "http",
                        ["description"] = "Asked for only when Bridge:Tokens has any; each operation's x-scope says what the token has to "
                            + "allow.",
                        ["scheme"] = "bearer",
                    },
                },
            },
            ["tags"] = new JsonArray([.. operations.Select(operation => operation.Tag).Distinct()
                .Select(tag => new JsonObject { ["name"] = tag })]),
        };
        return document.ToJsonString(Indented) + "\n";
    }

    /// <summary>Returns whether an operation needs a token if any is configured.</summary>
    public static bool NeedsToken(RouteEndpoint endpoint) => ScopeNeeded.Of(endpoint).Scope != Scope.None;

    private static string TagOf(RouteEndpoint endpoint) => endpoint.Metadata.GetMetadata<ITagsMetadata>()!.Tags[0];

    private static string PathOf(RouteEndpoint endpoint) => "/" + endpoint.RoutePattern.RawText!.Trim('/');
}
