using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Input;
using Bridge.Api.Memory;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Screen;
using Bridge.Api.Security;
using Bridge.Api.States;
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
            "All of it is exact to the frame, and everything may be left out. state: a named state to begin in, so that choices are compared from the same "
            + "moment. steps and repeat: a sequence, as POST …/buttons/sequence takes it. until and timeoutFrames (1 to 36,000; default 600): a value to wait for after "
            + "that, as POST …/frames/wait takes it; changed means since the turn began. settle: frames to pass then, 0 to 36,000; default 0, or 1 with a state and nothing else. "
            + "read: up to 256 places, as POST …/memory/read takes and answers them. screen: true for a PNG in base64, scale 1 to 8. "
            + "keyFrames: a picture each time that so many frames have passed, the first eight. "
            + "While the game is held it runs for just this turn and stands still again, in turn with steps; lease is needed if the hold is exclusive. A client that hangs up ends its turn.")
        .TakesQuery()
        .TakesBody<ActRequest>(
            """
            {"steps": [{"buttons": ["A"], "hold": 6}, {"wait": 10}], "settle": 2,
             "read": [{"address": "0x02000020", "type": "u16"}], "screen": true}
            """)
        .Produces<ActAnswer>()
        .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.UnknownState, ProblemTypes.RefusedState,
            ProblemTypes.StorageFailed, ProblemTypes.Held, ProblemTypes.Conflict, ProblemTypes.Cancelled, ProblemTypes.Interrupted, ProblemTypes.TooLarge,
            ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused, ProblemTypes.UnsupportedMediaType)
        .WithMetadata(new WaitsForFrames());

    private static async Task ActAsync(string emulator, HttpContext context, EmulatorDirectory emulators, StateFolder folder)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, FrameJson.Context.ActRequest);
        TokenGuard.Demand(context, NeedsOf(body));
        var scale = ScaleOf(body);
        var act = NewAct(body);
        // What can be refused by itself comes before the state, for which the emulator and the disk are asked.
        var sequence = body.Steps is null ? RefuseRepeat(body) : SequenceSteps.Read(client, body.Steps, body.Repeat);
        var awaited = AwaitedOf(client, body);
        var places = PlacesOf(act, client, body.Read);
        if (body.State is { } state)
            act.Begin(StateParts.Loaded, StatePng.Unpack(await ReadStateAsync(client, folder, state, context.RequestAborted)));
        if (sequence is not null)
            act.Play(sequence);
        if (awaited is { } value)
            act.Await(value.Address, value.Type, value.Domain, value.Condition, TimeoutOf(body));
        var hasPixels = client.HasPixels();
        if (body.Screen == true)
            TakePicture(act.Looks, hasPixels);
        CheckSize(act);

        using var reply = await BatchList.NamedAsync(client.ActAsync(act, context.RequestAborted), "read", places.Count, "screen");
        WholeAnswer.Write(context.Response, Describe(reply, body, places, picture => ToPng(picture, hasPixels, scale)), FrameJson.Context.ActAnswer);
    }

    private static Scope NeedsOf(ActRequest body) =>
        (body.State is null ? Scope.None : Scope.States)
        | (body is { Read: null, Until: null, KeyFrames: null } && body.Screen != true ? Scope.None : Scope.Read);

    private static EmulatorAct NewAct(ActRequest body) => new()
    {
        Settle = body.Settle is { } frames
            ? Parameters.InRange(frames, "settle", 0, WireLimits.WaitFrames)
            : body is { State: not null, Steps: null, Until: null } ? 1 : 0,
        KeyFrameEvery = body.KeyFrames is { } every ? Parameters.InRange(every, "keyFrames", 1, WireLimits.WaitFrames) : 0,
        Lease = body.Lease is { } lease ? HoldEndpoints.LeaseOf(lease) : null,
    };

    private static ButtonSequence? RefuseRepeat(ActRequest body) => body.Repeat is null
        ? null
        : throw new RequestException(ProblemTypes.InvalidParameter, "repeat belongs to steps, which are missing.", "repeat");

    private static AwaitedValue? AwaitedOf(EmulatorClient client, ActRequest body)
    {
        if (body.Until is not { } until)
        {
            return body.TimeoutFrames is null
                ? null
                : throw new RequestException(ProblemTypes.InvalidParameter, "timeoutFrames belongs to until, which is missing.", "timeoutFrames");
        }

        TimeoutOf(body);
        if (until.Screen is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "screen can't be waited for in a turn; POST …/frames/wait can.", "until.screen");
        try
        {
            return AwaitedValue.Read(client, until);
        }
        catch (RequestException refused)
        {
            throw refused.Of("until");
        }
    }

    private static int TimeoutOf(ActRequest body) => Parameters.InRange(body.TimeoutFrames ?? WaitEndpoint.DefaultTimeout, "timeoutFrames", 1, WireLimits.WaitFrames);

    private static int ScaleOf(ActRequest body)
    {
        if (body.Scale is not { } scale)
            return 1;
        return body.Screen == true || body.KeyFrames is not null
            ? Parameters.InRange(scale, "scale", 1, ScreenEndpoint.LargestScale)
            : throw new RequestException(ProblemTypes.InvalidParameter, "scale belongs to screen and keyFrames, which are missing.", "scale");
    }

    private static List<MemoryPlace> PlacesOf(EmulatorAct act, EmulatorClient client, IReadOnlyList<PlaceToRead?>? read)
    {
        var places = new List<MemoryPlace>();
        if (read is not null)
            BatchList.Read(read, "read", place => places.Add(MemoryPlace.Add(act.Looks, client, place)));
        return places;
    }

    private static async Task<byte[]> ReadStateAsync(EmulatorClient client, StateFolder folder, string name, CancellationToken cancellationToken)
    {
        try
        {
            return await StateOfGame.ReadAsync(client, folder, name, cancellationToken);
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As("state");
        }
    }

    private static void CheckSize(EmulatorAct act)
    {
        if (act.PayloadBytes > WireLimits.PayloadBytes)
        {
            throw new RequestException(ProblemTypes.TooLarge,
                $"The turn takes {act.PayloadBytes:N0} bytes with its state; {WireLimits.PayloadBytes:N0} can be sent to the emulator.", "state");
        }
    }

    private static void TakePicture(EmulatorBatch looks, bool asPixels)
    {
        if (asPixels)
            looks.TakePixels();
        else
            looks.TakePicture();
    }

    private static byte[] ToPng(BatchResult result, bool asPixels, int scale)
    {
        if (!asPixels && scale == 1)
            return result.Payload.ToArray();
        using var picture = asPixels ? Camera.Develop(result) : PngReader.Read(result.Payload, result.Frame);
        return PngWriter.Write(picture, scale).ToArray();
    }

    private static ActAnswer Describe(ActReply reply, ActRequest body, List<MemoryPlace> places, Func<BatchResult, byte[]> toPng) => new(
        reply.Frame, reply.Frames,
        body.Steps is null ? null : reply.SequenceId, reply.Begun, reply.Released,
        body.Until is null ? null : reply.Met,
        body.Read is null ? null : places.Zip(reply.Results, (place, result) => place.Describe(result)).ToArray(),
        body.Screen == true ? toPng(reply.Results[^1]) : null,
        body.KeyFrames is null ? null : reply.KeyFrames.Select(picture => new KeyFrame(picture.Frame, toPng(picture))).ToArray());
}
