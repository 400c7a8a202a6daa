using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Input;
using Bridge.Api.Server.Responses;

namespace Bridge.Api.Features.Compat;

/// <summary>
/// Maps the routes of mGBA-http 0.10, so that its users only change the port. All use the default emulator; docs/mgba-http.md lists the
/// differences.
/// </summary>
internal static class MgbaHttpEndpoints
{
    /// <summary>The response body of routes that return nothing.</summary>
    public const string Done = "";

    /// <summary>The response body of routes that return whether they succeeded; they report failures as problems.</summary>
    public const string Worked = "true";

    public static void MapMgbaHttp(this IEndpointRouteBuilder routes)
    {
        // Resolved once: a service among a handler's parameters creates a DI scope for every request.
        var services = routes.ServiceProvider;
        var emulator = services.GetRequiredService<EmulatorDirectory>().Default;
        var folder = services.GetRequiredService<FileFolder>();
        var group = routes.MapGroup("").WithTags("mGBA-http").AddEndpointFilter<RouteGroupBuilder, BufferedResponseFilter>();
        group.MapCore(emulator);
        group.MapCoreKeys(emulator);
        group.MapCoreMemory(emulator);
        group.MapCoreStates(emulator);
        group.MapCoreFiles(emulator, folder);
        group.MapConsole(emulator);
        group.MapCoreAdapter(emulator);
        group.MapMemoryDomains(emulator);
        group.MapButtons(emulator);
        group.MapExtensions(emulator, folder);
    }

    /// <summary>Documents a plain text response and the problems of a command.</summary>
    public static RouteHandlerBuilder ProducesText(this RouteHandlerBuilder endpoint, params ProblemType[] problems) =>
        endpoint.Produces<string>(StatusCodes.Status200OK, "text/plain").RefusesLikeACommand(problems);
}
