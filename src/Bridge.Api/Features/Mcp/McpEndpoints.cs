using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.Features.Mcp;

/// <summary>Maps the endpoints for language models, which exchange MCP messages.</summary>
internal static class McpEndpoints
{
    /// <summary>Maps the default emulator's endpoint and that of each emulator, unless the settings turn them off.</summary>
    public static void MapMcpEndpoints(this IEndpointRouteBuilder routes)
    {
        if (!routes.ServiceProvider.GetRequiredService<McpOptions>().Enabled)
            return;
        foreach (var path in (string[])["/mcp", "/emulators/{emulator}/mcp"])
        {
            routes.MapMcp(path)
                .WithMetadata(
                    new ScopeNeeded(Scope.Read, OfEveryEmulator: false), new AcceptedQuery([]),
                    new RequestSizeLimitAttribute(McpSetup.MaxBodyBytes), new WaitsForFrames(), new ExcludeFromDescriptionAttribute())
                .Add(CheckBodyFirst);
        }
    }

    // The limits on size and duration of bodies apply, and mistakes get a sentence.
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
            if (!await MessageCheck.RefusesAsync(context))
                await serve(context);
        };
    }
}
