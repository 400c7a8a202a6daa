using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Input;

/// <summary>Plays sequences of buttons, and tells of them and of presses by their ids.</summary>
internal static class SequenceEndpoints
{
    private static readonly ParameterNote Id = new("id", "What the sequence or press was answered with.", "1");

    public static void MapSequences(this IEndpointRouteBuilder routes)
    {
        var sequences = routes.MapGroup("/buttons/sequence").WithTags("Buttons");
        sequences.MapPost("", PlayAsync)
            .Needs(Scope.Input)
            .Describe("PlaySequence", "Plays a sequence of buttons, exact to the frame",
                "1 to 256 steps, played repeat times (1 to 1,000; default 1), 36,000 frames in all. A step presses buttons together: hold "
                + "frames down (1 to 3,600; default 6), then release frames up (0 to 600; default 2; with 0 the same button in the next "
                + "step stays down). Or it is a wait of 1 to 36,000 frames. Steps follow each other; a step with at begins in that frame "
                + "of the repetition instead, so that steps overlap, and the next one follows its end. A button can't be pressed while it "
                + "is down. A repetition ends when the last step has ended. It begins when no earlier press or sequence uses any of its "
                + "buttons, and nobody gets in between. Answers at the end with the frame numbers, or at once with wait: false; then its "
                + "id tells and ends it. A client that waits and hangs up ends it, too, and so does the end of the bridge's connection. "
                + "Frames are counted as they are emulated: a loaded state or a reset leaves no button down. What waits longer than 5 s "
                + "for its turn is dropped; don't wait for the end of what stands in a long queue.")
            .TakesQuery()
            .TakesBody<SequenceToPlay>(
                """
                {"steps": [{"buttons": ["Right"], "hold": 16}, {"buttons": ["A"], "hold": 4, "at": 6}, {"wait": 10}],
                 "repeat": 2, "wait": true}
                """)
            .Produces<SequenceFinished>()
            .Produces<PressQueued>(StatusCodes.Status202Accepted)
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.Conflict, ProblemTypes.UnsupportedMediaType)
            .WithMetadata(new WaitsForFrames());
        sequences.MapGet("/{id}", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetSequence", "How far a sequence or a press is",
                "state is queued, running, done, cancelled (ended before it began) or interrupted. framesPlayed counts the frame under "
                + "way, too. The last 256 that ended are remembered.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces<SequenceNow>()
            .RefusesLikeACommand(ProblemTypes.UnknownSequence);
        sequences.MapDelete("/{id}", CancelAsync)
            .Needs(Scope.Input)
            .Describe("CancelSequence", "Takes a sequence or a press out",
                "state is what it was in: queued, or running, and then its buttons go up with the next frame. Who waits for it is answered "
                + "with 409.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces<SequenceCancelled>()
            .RefusesLikeACommand(ProblemTypes.UnknownSequence);
    }

    private static async Task<IResult> PlayAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, InputJson.Context.SequenceToPlay);
        var sequence = SequenceSteps.Read(client, body.Steps, body.Repeat);
        if (body.Wait ?? true)
        {
            var done = await client.PlaySequenceAsync(sequence, context.RequestAborted);
            return TypedResults.Ok(new SequenceFinished(done.Id, done.Begun, done.Released, done.Frame, done.Frames));
        }

        var queued = await client.QueueSequenceAsync(sequence, context.RequestAborted);
        return TypedResults.Json(new PressQueued(queued.Id, queued.Queued), InputJson.Context.PressQueued,
            statusCode: StatusCodes.Status202Accepted);
    }

    private static async Task<SequenceNow> GetAsync(string emulator, string id, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var number = Number(id);
        var now = await emulators.Get(emulator).GetSequenceAsync(number, cancellationToken);
        return new SequenceNow(number, now.State, now.FramesPlayed, now.Frames, now.Begun, now.Released, now.Frame);
    }

    private static async Task<SequenceCancelled> CancelAsync(string emulator, string id, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var number = Number(id);
        var (state, played, frame) = await emulators.Get(emulator).CancelSequenceAsync(number, cancellationToken);
        return new SequenceCancelled(number, state, played, frame);
    }

    private static int Number(string id) => Parameters.Integer(id, "id", 1, int.MaxValue);
}
