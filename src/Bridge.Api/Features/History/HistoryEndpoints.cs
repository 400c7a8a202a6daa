using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.History;

/// <summary>Maps the history of the game, which only the bundled emulator keeps: what it has, marks, and rewinds.</summary>
internal static class HistoryEndpoints
{
    // The accepted names of marks.
    private const string Accepted = "1 to 64 printable ASCII characters, without a space at the start or end";

    private const string Numbers = "Frames of the history are counted from the game's first one, 0, over resets and loaded states, and a "
        + "rewind counts back. Until the first reset or loaded state they are the same as frame everywhere else. ";

    public static void MapHistory(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("").WithTags("History");
        group.MapGet("/history", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetHistory", "Returns the frames that the game can be rewound to",
                Numbers + "from is the first frame, now the present one, and to the last one: after a rewind the frames behind it stay "
                + "until the game goes another way. bytes is the memory of the history. hash is the XXH64 of all writable memory after "
                + "the frame hashedAt, mostly the last one of each 600: games with the same inputs have the same. The bundled emulator "
                + "keeps ten minutes, or Bridge:History:Minutes; others keep none, and the bridge responds with 501.")
            .TakesQuery()
            .Produces<HistoryResponse>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        group.MapPost("/history/marks", MarkAsync)
            .Needs(Scope.States)
            .Describe("MarkHistory", "Gives the present frame a name",
                "name is 1 to 64 printable ASCII characters. A mark with the same name is replaced. A history has at most 100 marks, and "
                + "forgets them with their frames. The event marked tells of it.")
            .TakesQuery()
            .TakesBody<MarkRequest>(HistoryRules.Mark, """{"name": "before the boss"}""")
            .Produces<MarkResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.Unsupported);
        group.MapPost("/rewind", RewindAsync)
            .Needs(Scope.States)
            .Describe("RewindGame", "Returns the game to an earlier frame",
                Numbers + "Takes exactly one of frames (back from now), seconds (the same, 0.01 to 3,600), toFrame (a frame of the "
                + "history) and mark. Exact to the frame: the emulator loads its nearest snapshot, and runs the frames since then with the "
                + "same keys and writes, undrawn. Memory, save memory and picture are as they were at the end of that frame; a frozen game "
                + "stands still there. toFrame also goes forward again, up to to: then what was done in that last frame is done again. "
                + "Held and pressed buttons stay as they are now. lease is required only if the game is frozen exclusively. The "
                + "response is 409 for a frame that the history doesn't have, and 503 during a step or a turn; the game is unchanged then. "
                + "The events reset and rewound tell of it.")
            .TakesQuery()
            .TakesBody<RewindRequest>(HistoryRules.Rewind, """{"seconds": 1}""")
            .Produces<RewindResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.Conflict, ProblemTypes.Held, ProblemTypes.NotHeld, ProblemTypes.Interrupted, ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
    }

    private static async Task<HistoryResponse> GetAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var now = await emulators.Get(emulator).GetHistoryAsync(cancellationToken);
        List<MarkShape> marks = [.. now.Marks.Select(mark => new MarkShape(mark.Name, mark.Frame))];
        return new HistoryResponse(
            now.From, now.Now, now.To, now.Bytes, marks, now.HashedFrame, now.HashedFrame is null ? null : now.Hash, now.Frame);
    }

    private static async Task<MarkResponse> MarkAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, HistoryJson.Context.MarkRequest);
        var name = NameOf(body.Name ?? throw Parameters.Missing("name", Accepted), "name");
        var (at, frame) = await client.MarkAsync(name, context.RequestAborted);
        return new MarkResponse(name, at, frame);
    }

    private static async Task<RewindResponse> RewindAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, HistoryJson.Context.RewindRequest);
        var target = TargetOf(body);
        var lease = body.Lease is { } given ? HoldEndpoints.LeaseOf(given) : null;
        var range = await client.RewindAsync(target, lease, context.RequestAborted);
        return new RewindResponse(range.From, range.Now, range.To, range.Frame);
    }

    /// <summary>Returns the frame to rewind to.</summary>
    /// <exception cref="RequestException">Not exactly one is given, or it is out of range.</exception>
    public static RewindTarget TargetOf(RewindRequest body)
    {
        // The members that are present; exactly one may be.
        List<(string Name, RewindTarget Target)> given = [];
        if (body.Frames is not null)
            given.Add(("frames", RewindTarget.Back(HistoryRules.Frames.Of(body.Frames))));
        if (body.Seconds is { } seconds)
            given.Add(("seconds", RewindTarget.Back(FrameTime.ToFrames(HistoryRules.Seconds.Check(seconds, "0.01 to 3600")))));
        if (body.ToFrame is not null)
            given.Add(("toFrame", RewindTarget.To(HistoryRules.ToFrame.Of(body.ToFrame))));
        if (body.Mark is { } mark)
            given.Add(("mark", RewindTarget.ToMark(NameOf(mark, "mark"))));
        return given switch
        {
            [] => throw Parameters.Missing("frames", "a number of frames, unless seconds, toFrame or mark is given"),
            [var only] => only.Target,
            [var first, var second, ..] => throw new RequestException(ProblemTypes.InvalidParameter,
                $"{first.Name} can't be combined with {second.Name}; a rewind takes one of frames, seconds, toFrame and mark.", first.Name),
        };
    }

    /// <summary>Returns the seconds that frames take, rounded down to tenths.</summary>
    public static double ToSeconds(long frames) => Math.Floor(frames / FrameTime.FramesPerSecond * 10) / 10;

    /// <summary>Checks the name of a mark.</summary>
    /// <exception cref="RequestException">It is not printable ASCII, or too long.</exception>
    public static string NameOf(string name, string parameter) =>
        HistoryRules.MarkName.HasLength(name) && !name.AsSpan().ContainsAnyExceptInRange(' ', '~') && name.Trim(' ').Length == name.Length
            ? name
            : throw Parameters.Refuse(parameter, name, Accepted);
}
