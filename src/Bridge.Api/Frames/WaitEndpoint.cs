using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;

namespace Bridge.Api.Frames;

/// <summary>Waits inside the emulator: for frames, for a value in memory, for another picture.</summary>
internal static class WaitEndpoint
{
    public static void MapWaits(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/frames/wait", WaitAsync)
            .WithTags("Frames")
            .Needs(Scope.Read)
            .Describe("WaitForFrames", "Waits for frames, for a value in memory, or for another picture",
                "frames: 1 to 36,000, counted as they are emulated. Or until, with a value in memory: address, type (default u8), domain, "
                + "and is with value as a guard has them, or is: changed without one; looked at at once and in every frame, so nothing is "
                + "missed. A chain of pointers is followed anew each time, and is not met while it leads nowhere. Or until with screen: "
                + "changed, against the picture of the moment: in the emulator that comes with the bridge every frame is looked at, in "
                + "others every fourth. met is false when timeoutFrames (1 to 36,000; default 600) ran out, which is no error. 256 can "
                + "wait at once in an emulator, 16 of them for the picture; with several tokens a quarter of both for each. Who hangs up "
                + "waits no longer.")
            .TakesQuery()
            .TakesBody<WaitQuestion>("""{"until": {"address": "0x02000000", "type": "u32", "is": "changed"}, "timeoutFrames": 600}""")
            .Produces<WaitAnswer>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.Interrupted, ProblemTypes.Unsupported,
                ProblemTypes.UnsupportedMediaType)
            .WithMetadata(new WaitsForFrames(), new ArgumentName("address", "until.address"), new ArgumentName("domain", "until.domain"));
    }

    private static async Task<WaitAnswer> WaitAsync(string emulator, HttpContext context, EmulatorDirectory emulators, FrameWaits waits)
    {
        var client = emulators.Get(emulator);
        var question = await JsonBody.ReadAsync(context.Request, FrameJson.Context.WaitQuestion);
        return await waits.WaitAsync(client, question, context.Features.Get<AccessToken>(), context.RequestAborted);
    }
}
