using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Frames;

/// <summary>One request for a turn of an agent.</summary>
internal static class ActEndpoint
{
    public static void MapAct(this IEndpointRouteBuilder routes) => routes.MapPost("/act", ActAsync)
        .WithTags("Frames")
        .Needs(Scope.Input)
        .Describe("Act", "One turn of an agent: begin in a state, press, settle, look",
            "All of it is exact to the frame, and everything may be left out. state: a named state to begin in, so that choices are "
            + "compared from the same moment. steps and repeat: a sequence, as POST …/buttons/sequence takes it. until and timeoutFrames "
            + "(1 to 36,000; default 600): a value to wait for after that, as POST …/frames/wait takes it; changed means since the turn "
            + "began. settle: frames to pass then, 0 to 36,000; default 0, or 1 with a state and nothing else. read: up to 256 places, as "
            + "POST …/memory/read takes and answers them. screen: true for a PNG in base64, scale 1 to 8. keyFrames: a picture each time "
            + "that so many frames have passed, the first eight. While the game is held it runs for just this turn and stands still again, "
            + "in turn with steps; lease is needed if the hold is exclusive. A client that hangs up ends its turn.")
        .TakesQuery()
        .TakesBody<ActRequest>(
            """
            {"steps": [{"buttons": ["A"], "hold": 6}, {"wait": 10}], "settle": 2,
             "read": [{"address": "0x02000020", "type": "u16"}], "screen": true}
            """)
        .Produces<ActAnswer>()
        .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain,
            ProblemTypes.UnknownState, ProblemTypes.RefusedState,
            ProblemTypes.StorageFailed, ProblemTypes.Held, ProblemTypes.Conflict, ProblemTypes.Cancelled,
            ProblemTypes.Interrupted, ProblemTypes.TooLarge,
            ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused, ProblemTypes.UnsupportedMediaType)
        .WithMetadata(new WaitsForFrames());

    private static async Task ActAsync(string emulator, HttpContext context, EmulatorDirectory emulators, Turns turns)
    {
        var client = emulators.Get(emulator);
        var request = await JsonBody.ReadAsync(context.Request, FrameJson.Context.ActRequest);
        TokenGuard.Demand(context, Turns.NeedsOf(request));
        using var turn = await turns.PlayAsync(client, request, context.RequestAborted);
        WholeAnswer.Write(context.Response, turn.Describe(), FrameJson.Context.ActAnswer);
    }
}
