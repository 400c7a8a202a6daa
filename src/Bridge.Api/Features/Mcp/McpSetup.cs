using System.Text.Json.Nodes;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Security;
using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>Serves tools, resources and prompts for language models over stateless HTTP.</summary>
internal static class McpSetup
{
    /// <summary>The largest message, in bytes.</summary>
    public const int MaxBodyBytes = 1024 * 1024;

    // How long clients may cache the lists, which change only with the settings.
    private static readonly TimeSpan KeepLists = TimeSpan.FromMinutes(5);

    // Since this revision of MCP an unknown resource has no error code of its own.
    private const string FirstWithoutResourceCode = "2026-07-28";

    private const string Instructions =
        """
        Bridge plays a Game Boy or GBA game. Start with game_look, then game_freeze: the game waits while you think, and turns take no
        time. Play with game_act: one call for each thought, with all presses that you are sure of; settle still waits for the end of
        animations and text. Read values (about 20 tokens) instead of pictures (about 200) where you know an address; memory_search
        finds addresses. Save a state before risks; from @undo takes a turn back. If an error says that it may have been done, call
        game_look before you press again. The resource bridge://guide has more.
        """;

    public static void AddMcp(this IServiceCollection services)
    {
        services.AddSingleton<NearNames>();
        services.AddSingleton<ToolParts>();
        services.AddSingleton<GameViews>();
        services.AddSingleton<TurnsAtSpeed>();
        services.AddSingleton<LookAhead>();
        services.AddSingleton<Settling>();
        services.AddSingleton<ModelTurns>();
        services.AddSingleton<Rewinds>();
        services.AddSingleton<Situations>();
        services.AddSingleton<GameNotes>();
        services.AddSingleton<ToolCatalog>();
        services.AddSingleton<ResourceCatalog>();
        services.AddScoped<McpTarget>();
        services.AddMcpServer(static options =>
        {
            options.ServerInfo = new Implementation
            {
                Name = "bridge", Title = "Bridge", Version = typeof(McpSetup).Assembly.GetName().Version!.ToString(3),
            };
            options.ServerInstructions = Instructions.ReplaceLineEndings(" ");
            options.Filters.Message.OutgoingFilters.Add(next => (message, cancellation) => next(WithoutLogging(message), cancellation));
            var filters = options.Filters.Request;
            filters.SubscribeToResourcesFilters.Add(_ => (_, _) => throw RefuseMethod("No updates of resources are sent: read them."));
            filters.UnsubscribeFromResourcesFilters.Add(_ => (_, _) => throw RefuseMethod("No updates of resources are sent."));
#pragma warning disable MCP9005 // Clients of revisions before 2026-07-28 call it.
            options.Handlers.SetLoggingLevelHandler = (_, _) => throw RefuseMethod("No log messages are sent.");
#pragma warning restore MCP9005
            filters.ListToolsFilters.Add(next => async (request, cancellation) => Keep(await next(request, cancellation)));
            filters.ListResourcesFilters.Add(next => async (request, cancellation) => Keep(await next(request, cancellation)));
            filters.ListResourceTemplatesFilters.Add(next => async (request, cancellation) => Keep(await next(request, cancellation)));
            filters.ListPromptsFilters.Add(next => async (request, cancellation) => Keep(await next(request, cancellation)));
        }).WithHttpTransport(static transport => transport.ConfigureSessionOptions = SelectAsync);
    }

    // Called for every request, because each one has its own session.
    private static Task SelectAsync(HttpContext context, McpServerOptions options, CancellationToken cancellationToken)
    {
        var services = context.RequestServices;
        var emulators = services.GetRequiredService<EmulatorDirectory>();
        var emulator = context.Request.RouteValues["emulator"] is string name ? emulators.Get(name) : emulators.Default;
        services.GetRequiredService<McpTarget>().Set(context, emulator);
        var scopes = context.Features.Get<AccessToken>()?.Scopes ?? ScopeNames.All;
        var tools = services.GetRequiredService<ToolCatalog>();
        options.ToolCollection = tools.For(scopes);
        options.ResourceCollection = services.GetRequiredService<ResourceCatalog>().For(scopes);
        options.PromptCollection = GamePrompt.All;
        options.Handlers.CallToolHandler = (request, _) => throw RefuseTool(request.Params.Name, tools, scopes);
        options.Handlers.ReadResourceHandler = static (request, _) =>
            throw RefuseResource(request.Params.Uri, request.Server.NegotiatedProtocolVersion);
        return Task.CompletedTask;
    }

    // The library offers log messages, which the bridge never sends.
    private static MessageContext WithoutLogging(MessageContext message)
    {
        if (message.JsonRpcMessage is JsonRpcResponse { Result: JsonObject result } && result["capabilities"] is JsonObject capabilities)
            capabilities.Remove("logging");
        return message;
    }

    private static McpProtocolException RefuseMethod(string sentence) => new(sentence, McpErrorCode.MethodNotFound);

    private static McpProtocolException RefuseResource(string uri, string? version)
    {
        var refused = new McpProtocolException(
            $"Unknown resource \"{Parameters.Shorten(uri)}\"; resources/list and resources/templates/list have all resources.",
            string.CompareOrdinal(version, FirstWithoutResourceCode) < 0 ? McpErrorCode.ResourceNotFound : McpErrorCode.InvalidParams);
        refused.Data["uri"] = uri;
        return refused;
    }

    private static McpProtocolException RefuseTool(string name, ToolCatalog tools, Scope scopes) => new(
        tools.NeedsOf(name) is { } needs
            ? $"{name} needs a token with the scope {ScopeNames.Of(needs)}; this token allows {ScopeNames.Of(scopes)}. Nothing was done."
            : tools.LackOf(name) is { } lack ? $"{lack} Nothing was done."
            : $"Unknown tool \"{Parameters.Shorten(name)}\"; the tools are {string.Join(", ", tools.For(scopes).PrimitiveNames)}. "
                + "Nothing was done.",
        McpErrorCode.InvalidParams);

    private static T Keep<T>(T list) where T : ICacheableResult
    {
        list.TimeToLive = KeepLists;
        list.CacheScope = CacheScope.Private;
        return list;
    }
}
