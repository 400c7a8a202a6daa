using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Input;

/// <summary>Maps sequences of buttons, and the progress of sequences and presses by their ids.</summary>
internal static class SequenceEndpoints
{
    private static readonly ParameterNote Id = new("id", "The id in the response to the sequence or press.", "1") { Rule = InputRules.Id };

    public static void MapSequences(this IEndpointRouteBuilder routes)
    {
        var sequences = routes.MapGroup("/buttons/sequence").WithTags("Buttons");
        sequences.MapPost("", PlayAsync)
            .Needs(Scope.Input)
            .Describe("PlaySequence", "Plays a sequence of button presses, exact to the frame",
                "Plays 1 to 256 steps, repeat times (1 to 1,000; default 1), at most 36,000 frames in total. A step presses buttons "
                + "together: hold frames down (1 to 3,600; default 6), then release frames up (0 to 600; default 2). With release 0, the "
                + "same button in the next step stays down. A step with wait instead waits 1 to 36,000 frames. Steps follow each other. A "
                + "step with at starts in that frame of the repetition instead, so that steps can overlap, and the next step follows its "
                + "end. A sequence can't press a button that is already down. A repetition ends when its last step has ended. The sequence "
                + "starts when no earlier press or sequence uses its buttons, and no other press can interrupt it. Responds at the end "
                + "with the frame numbers, or immediately with wait: false; the id then reads or cancels the sequence. With until, a "
                + "sequence ends as soon as any or all of some conditions hold, as in POST …/frames/wait: its buttons go up in the next "
                + "frame, met and held tell what held, and nothing is pressed if they hold at once. A disconnect of a waiting client, or "
                + "of the bridge, cancels the sequence. Frames are counted as they are emulated; loading a state or a reset leaves no "
                + "button down. A sequence that waits longer than 5 s for its turn is dropped, so use wait: false if the queue is long. "
                + "While the game is frozen, wait: true is refused with 409; with until it runs like a turn.")
            .TakesQuery()
            .TakesBody<SequenceToPlay>(
                InputRules.SequenceToPlay,
                """
                {"steps": [{"buttons": ["Right"], "hold": 16}, {"buttons": ["A"], "hold": 4, "at": 6}, {"wait": 10}],
                 "repeat": 2, "wait": true}
                """)
            .Produces<SequenceFinished>()
            .Produces<PressQueued>(StatusCodes.Status202Accepted)
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.Conflict, ProblemTypes.Held, ProblemTypes.OutOfRange,
                ProblemTypes.UnknownDomain, ProblemTypes.Cancelled, ProblemTypes.Interrupted, ProblemTypes.Unsupported,
                ProblemTypes.UnsupportedMediaType)
            .WithMetadata(new WaitsForFrames());
        sequences.MapGet("/{id}", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetSequence", "Returns the progress of a sequence or a press",
                "state is queued, running, done, cancelled (ended before it started) or interrupted. framesPlayed includes the current "
                + "frame. The bridge keeps the last 256 completed ones.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces<SequenceNow>()
            .RefusesLikeACommand(ProblemTypes.UnknownSequence);
        sequences.MapDelete("/{id}", CancelAsync)
            .Needs(Scope.Input)
            .Describe("CancelSequence", "Cancels a sequence or a press",
                "state is the state before: queued or running. The buttons of a running one are released in the next frame. A request that "
                + "waits for it receives 409.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces<SequenceCancelled>()
            .RefusesLikeACommand(ProblemTypes.UnknownSequence);
    }

    private static async Task<IResult> PlayAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, InputJson.Context.SequenceToPlay);
        var sequence = SequenceSteps.Read(client, body.Steps, body.Repeat);
        var waits = InputRules.Wait.Of(body.Wait);
        if (body.Until is { } until)
        {
            TokenGuard.Demand(context, Scope.Read);
            return waits
                ? TypedResults.Ok(await PlayUntilAsync(
                    client, sequence, until, await symbols.Of(client).ReadyAsync(), context.RequestAborted))
                : throw new RequestException(ProblemTypes.InvalidParameter, "until can't be combined with wait: false.", "until");
        }

        if (waits)
        {
            var done = await client.PlaySequenceAsync(sequence, context.RequestAborted);
            return TypedResults.Ok(new SequenceFinished(done.Id, done.StartedAt, done.ReleasedAt, done.Frame, done.Frames));
        }

        var queued = await client.QueueSequenceAsync(sequence, context.RequestAborted);
        return TypedResults.Json(new PressQueued(queued.Id, queued.Queued), InputJson.Context.PressQueued,
            statusCode: StatusCodes.Status202Accepted);
    }

    private static async Task<SequenceFinished> PlayUntilAsync(
        EmulatorClient client, ButtonSequence sequence, Until until, SymbolsNow symbols, CancellationToken cancellationToken)
    {
        var act = new EmulatorAct();
        act.Await(ConditionLines.ReadWithin(until, sequence.Frames, symbols));
        act.Play(sequence);
        using var done = await ConditionLines.TranslateErrorsAsync(client.ActAsync(act, cancellationToken), until);
        return new SequenceFinished(
            done.SequenceId, done.StartedAt, done.ReleasedAt, done.Frame, (int)done.Frames, done.Met, ConditionHeld.Of(done.Held));
    }

    private static async Task<SequenceNow> GetAsync(string emulator, string id, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var number = Number(id);
        var now = await emulators.Get(emulator).GetSequenceAsync(number, cancellationToken);
        return new SequenceNow(number, now.State, now.FramesPlayed, now.Frames, now.StartedAt, now.ReleasedAt, now.Frame);
    }

    private static async Task<SequenceCancelled> CancelAsync(string emulator, string id, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var number = Number(id);
        var (state, played, frame) = await emulators.Get(emulator).CancelSequenceAsync(number, cancellationToken);
        return new SequenceCancelled(number, state, played, frame);
    }

    private static int Number(string id) => InputRules.Id.Parse(id);
}
