using System.Collections.Concurrent;
using System.Text.Json;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Security;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>All resources: the guide, memory maps, the screen, notes, and named states.</summary>
internal sealed class ResourceCatalog(NamedStates states, GameNotes notes)
{
    private const string Markdown = "text/markdown";
    private const string Png = "image/png";
    private const string Json = "application/json";
    private const string Bytes = "application/octet-stream";

    private readonly ConcurrentDictionary<Scope, McpServerResourceCollection> _byScopes = new();
    private readonly GameResource[] _all =
    [
        new(Describe("bridge://guide", "guide", "How to play: the loop, costs, what errors mean.", Markdown),
            (_, _, _) => Task.FromResult<ResourceContents>(TextOf("mcp-guide.md"))),
        new(Describe("bridge://memory-map", "memory-map", "What lies where in memory, on the GBA and the Game Boy.", Markdown),
            (_, _, _) => Task.FromResult<ResourceContents>(TextOf("mcp-memory-map.md"))),
        new(Describe("bridge://screen", "screen", "The screen as it is now.", Png), ReadScreenAsync),
        new(Describe("bridge://notes", "notes", "Notes of this game, named addresses, states.", Json),
            async (target, _, cancellationToken) => new TextResourceContents
            {
                Uri = "", MimeType = Json,
                Text = JsonSerializer.Serialize(await notes.ReadAsync(target, cancellationToken), McpJson.Context.NotesSeen),
            }),
        new(Describe("bridge://states/{name}", "state", "The bytes of a named state.", Bytes),
            async (target, name, cancellationToken) =>
            {
                target.Demand(Scope.States);
                return BlobOf(await states.ReadAsync(target.Emulator, name, cancellationToken), Bytes);
            })
        {
            Needs = Scope.States,
        },
    ];

    /// <summary>Returns the resources that a client with these scopes may read.</summary>
    public McpServerResourceCollection For(Scope scopes) => _byScopes.GetOrAdd(scopes, Select);

    private McpServerResourceCollection Select(Scope scopes)
    {
        var resources = new McpServerResourceCollection();
        foreach (var resource in _all.Where(resource => scopes.HasFlag(resource.Needs)))
            resources.Add(resource);
        return resources;
    }

    private static async Task<ResourceContents> ReadScreenAsync(McpTarget target, string name, CancellationToken cancellationToken) =>
        BlobOf(await Snapshot.TakeAsync(target.Emulator, Snapshot.ScaleOf(asked: null, target.Emulator), cancellationToken), Png);

    private static ResourceTemplate Describe(string address, string name, string description, string type) =>
        new() { UriTemplate = address, Name = name, Description = description, MimeType = type };

    private static TextResourceContents TextOf(string name) => new() { Uri = "", MimeType = Markdown, Text = EmbeddedText.Read(name) };

    private static BlobResourceContents BlobOf(ReadOnlyMemory<byte> bytes, string type) => BlobResourceContents.FromBytes(bytes, "", type);
}
