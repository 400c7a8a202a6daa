using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Input;
using Bridge.Api.OpenApi;

namespace Bridge.Api.Compat;

/// <summary>
/// The routes of mGBA-http 0.10, so that its users change one port. All act on the default emulator; docs/mgba-http.md has the differences.
/// </summary>
internal static class MgbaHttpRoutes
{
    /// <summary>The body of what answers nothing.</summary>
    public const string Done = "";

    /// <summary>The body of what answers whether it worked; what didn't is a problem.</summary>
    public const string Worked = "true";

    public static void MapMgbaHttp(this IEndpointRouteBuilder routes)
    {
        // Looked up once: a service among a handler's parameters costs every request a scope.
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

    /// <summary>Documents an answer in plain text, and that anything else is a problem like that of a command.</summary>
    public static RouteHandlerBuilder ProducesText(this RouteHandlerBuilder endpoint, params ProblemType[] problems) =>
        endpoint.Produces<string>(StatusCodes.Status200OK, "text/plain").RefusesLikeACommand(problems);

    /// <summary>Says how an argument of the command is called in this route, for the problems that blame it.</summary>
    public static RouteHandlerBuilder Calls(this RouteHandlerBuilder endpoint, string argument, string parameter) =>
        endpoint.WithMetadata(new ArgumentName(argument, parameter));
}
