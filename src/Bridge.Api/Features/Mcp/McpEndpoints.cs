using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.Features.Mcp;

/// <summary>Maps the endpoints for language models, which exchange MCP messages.</summary>
internal static class McpEndpoints
{
    // Clients show the text of a 401 and then try OAuth, which fails.
    private const string TokenInClients =
        """
        Claude Code: claude mcp add --transport http bridge URL --header "Authorization: Bearer TOKEN"; Codex: bearer_token_env_var in
        [mcp_servers.bridge]; VS Code and Cursor: "headers": {"Authorization": "Bearer TOKEN"}; others: bridge mcp --token-file FILE. There
        is no OAuth.
        """;

    /// <summary>Maps the default emulator's endpoint and that of each emulator, unless the settings turn them off.</summary>
    public static void MapMcpEndpoints(this IEndpointRouteBuilder routes)
    {
        if (!routes.ServiceProvider.GetRequiredService<McpOptions>().Enabled)
            return;
        // Created now, because it notes when the bridge has started.
        routes.ServiceProvider.GetRequiredService<GameViews>();
        foreach (var path in (string[])["/mcp", "/emulators/{emulator}/mcp"])
        {
            routes.MapMcp(path)
                .WithMetadata(
                    new ScopeNeeded(Scope.Read, OfEveryEmulator: false), new AcceptedQuery([]),
                    new RequestSizeLimitAttribute(McpSetup.MaxBodyBytes), new WaitsForFrames(), new ExcludeFromDescriptionAttribute(),
                    new TokenAdvice(TokenInClients.ReplaceLineEndings(" ")))
                .Add(CheckBodyFirst);
        }
    }

    // Reads and checks the body before the protocol library does, so that the limits on its size and duration apply, and the refusal of
    // a mistake has a sentence.
    private static void CheckBodyFirst(EndpointBuilder endpoint)
    {
        var serve = endpoint.RequestDelegate!;
        endpoint.RequestDelegate = async context =>
        {
            if (HttpMethods.IsPost(context.Request.Method))
            {
                JsonBody.RequireJson(context.Request);
                // The library fails on some spellings of the charset, which is UTF-8 here.
                context.Request.ContentType = "application/json";
            }

            await context.Request.WholeBodyAsync();
            if (!await MessageBatch.TryServeAsync(context, ServeOneAsync))
                await ServeOneAsync(context);
        };

        async Task ServeOneAsync(HttpContext context)
        {
            if (!await MessageCheck.RefusesAsync(context))
                await serve(context);
        }
    }
}
