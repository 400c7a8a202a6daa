using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Frames;

/// <summary>Maps the wait for frames, or for conditions on memory and the picture.</summary>
internal static class WaitEndpoints
{
    public static void MapWaits(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/frames/wait", WaitAsync)
            .WithTags("Frames")
            .Needs(Scope.Read)
            .Describe("WaitForFrames", "Waits for frames, or for conditions on memory and the picture",
                "frames: 1 to 36,000 emulated frames. Or until with a value in memory: address, type (default u8), domain, and is with "
                + "value as in a guard, or without a value changed, increased or decreased, compared with the value at the beginning, or "
                + "same, compared with the frame before. Or until with the picture: screen is changed, still, calm or, with a pictureHash "
                + "of POST …/branches as hash, is; crop looks at a part. frames in until: in how many frames in a row the condition must "
                + "be true (default 1); timeoutFrames in until: within how many that must begin. Or until with any or all of 1 to 16 such "
                + "conditions. The emulator checks immediately and then in every frame, so it misses nothing; a changed picture alone is "
                + "checked every fourth frame by emulators other than the bundled one, which can't look at a crop or a hash. A chain of "
                + "pointers is followed again each time; the condition is false while the chain leads nowhere. held says which held, and "
                + "after how many frames. met is false if timeoutFrames (1 to 36,000; default 600) passed, which is not an error. An "
                + "emulator has at most 256 waits at a time, 16 of them for the picture. With several tokens, each token has a quarter of "
                + "both limits. A client disconnect cancels the wait. While the game is frozen, a wait is "
                + "refused with 409, unless it is over at once.")
            .TakesQuery()
            .TakesBody<WaitRequest>(FrameRules.Wait,
                """{"until": {"address": "0x02000000", "type": "u32", "is": "changed"}, "timeoutFrames": 600}""")
            .Produces<WaitResponse>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.Held, ProblemTypes.Interrupted,
                ProblemTypes.Unsupported, ProblemTypes.UnsupportedMediaType)
            .WithMetadata(new WaitsForFrames());
    }

    private static async Task<WaitResponse> WaitAsync(string emulator, HttpContext context, EmulatorDirectory emulators, FrameWaits waits)
    {
        var client = emulators.Get(emulator);
        var request = await JsonBody.ReadAsync(context.Request, FrameJson.Context.WaitRequest);
        return await waits.WaitAsync(client, request, context.Features.Get<AccessToken>(), context.RequestAborted);
    }
}
