using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Sensors;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>Maps the request for one turn of an agent.</summary>
internal static class ActEndpoints
{
    public static void MapAct(this IEndpointRouteBuilder routes) => routes.MapPost("/act", ActAsync)
        .WithTags("Frames")
        .Needs(Scope.Input)
        .Describe("Act", "Runs one turn of an agent: load a state, press buttons, settle, observe",
            "Every part is exact to the frame and optional. state: a named state to start from, so that a client can compare choices from "
            + "the same moment. sensors: what to set of the cartridge's sensors, as in PUT …/sensors. steps and repeat: a sequence, as in "
            + "POST …/buttons/sequence. until and timeoutFrames (1 to 36,000; default 600): conditions to wait for after the sequence, as "
            + "in POST …/frames/wait; changed means changed since the turn started, and held counts frames from there. during: true looks "
            + "at until in each frame of the steps too, and ends them as soon as it holds; timeoutFrames counts from the start then. "
            + "settle: frames to run afterwards, 0 to 36,000; default 0, or 1 for a turn that only loads a state. read: up to 256 places "
            + "to read, as in POST …/memory/read. screen: true for a PNG in base64, with a scale of 1 to 8; or an object as in POST "
            + "…/frames/step, for the member screen of the response. With Accept: application/octet-stream the response is binary, with "
            + "frame, values and picture only. settle: 0 also sets the default release of the last step to 0, so hold 4 runs 4 frames. "
            + "keyFrames: take a picture each time that number of frames has passed, at most eight pictures. eachStep: true also observes "
            + "what read and screen say where each step ends, as steps of the response; at most 64 steps, or eight with screen. If the "
            + "game is frozen, it runs only for this turn and stops again; turns and steps run one after the other, and speed is that of "
            + "its frames: 0.25 to 16, or 0 for as fast as possible (only the bundled emulator; 409 if the game is not frozen). lease is "
            + "required if the game is frozen exclusively. A client disconnect cancels the turn.")
        .TakesQuery()
        .TakesBody<ActRequest>(
            FrameRules.Act,
            """
            {"steps": [{"buttons": ["A"], "hold": 6}, {"wait": 10}], "settle": 2,
             "read": [{"address": "0x02000020", "type": "u16"}], "screen": true}
            """)
        .Produces<ActResponse>()
        .WithMetadata(new BinaryResponse(RawBody.ContentType))
        .CallsSensors()
        .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain,
            ProblemTypes.UnknownState, ProblemTypes.RefusedState,
            ProblemTypes.StorageFailed, ProblemTypes.Held, ProblemTypes.NotHeld, ProblemTypes.Conflict, ProblemTypes.Cancelled,
            ProblemTypes.Interrupted, ProblemTypes.TooLarge,
            ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused, ProblemTypes.UnsupportedMediaType)
        .WithMetadata(new WaitsForFrames());

    private static async Task ActAsync(string emulator, HttpContext context, EmulatorDirectory emulators, Turns turns)
    {
        var client = emulators.Get(emulator);
        var request = await JsonBody.ReadAsync(context.Request, FrameJson.Context.ActRequest);
        TokenGuard.Demand(context, Turns.NeedsOf(request));
        var isBinary = StepLayout.IsWanted(context.Request);
        if (isBinary)
            CheckBinary(request);
        using var turn = await turns.PlayAsync(client, request, context.RequestAborted, isBinary);
        if (isBinary)
            turn.WriteBinary(context.Response);
        else
            BufferedResponse.Write(context.Response, turn.Describe(), FrameJson.Context.ActResponse);
    }

    private static void CheckBinary(ActRequest request)
    {
        StepLayout.CheckPlaces(request.Read);
        if (request.KeyFrames is not null)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "keyFrames can't be in a binary response, which has one picture.", "keyFrames");
        }

        if (request.EachStep == true)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "eachStep can't be in a binary response, which has one picture.", "eachStep");
        }
    }
}
