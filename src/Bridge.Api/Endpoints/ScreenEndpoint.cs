using Bridge.Api.Documentation;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Endpoints;

/// <summary>The screen as a picture.</summary>
internal static class ScreenEndpoint
{
    public static void MapScreen(this IEndpointRouteBuilder routes) => routes.MapGet("/screen", GetAsync)
        .WithTags("Screen")
        .Describe("GetScreen", "The screen as a PNG", "The latest frame as the game drew it; its number is in the header Emulator-Frame.")
        .TakesQuery()
        .Produces(StatusCodes.Status200OK)
        .WithMetadata(new BinaryAnswer("image/png"))
        .RefusesLikeACommand(ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused);

    private static async Task GetAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        using var picture = await emulators.Get(emulator).TakePictureAsync(context.RequestAborted);
        Payloads.Write(context.Response, picture, "image/png");
    }
}
