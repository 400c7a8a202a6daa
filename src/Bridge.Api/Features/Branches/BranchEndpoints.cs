using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Branches;

/// <summary>Maps branches: many continuations of one moment of a game.</summary>
internal static class BranchEndpoints
{
    public static void MapBranches(this IEndpointRouteBuilder routes) => routes.MapPost("/branches", RunAsync)
        .WithTags("Branches")
        .Needs(Scope.Read)
        .Describe("RunBranches", "Runs many continuations of one moment of the game",
            "Up to 256 branches begin from the same moment: now, the named state, or the frame fromFrame of the history. Processes "
            + "of their own run them as fast as possible, and the running game doesn't notice. The parts of a branch are those of POST "
            + "…/act: steps and repeat, or the buttons of a stored movie; until with timeoutFrames (default 600); settle (default 0); "
            + "read; screen. No button is down at the beginning. until is a condition, or any or all of up to 16: a value in memory "
            + "(is also takes changed, increased and decreased since the wait began, and same as in the frame before), or the picture "
            + "or a part of it (screen: changed, still, calm, or is with a hash, which pictureHash has). A condition holds when it was "
            + "true in frames frames in a row (default 1), if that begins within its timeoutFrames; held says which did, and in which "
            + "frame of the branch. A branch has at most 36,000 frames, all together 2,000,000, and all read at most 16 MiB. name is 1 to "
            + "64 printable ASCII characters; a branch without one is called like its index. keep loads the end of a branch into the "
            + "game, which takes the scope input, and lease if the game is frozen exclusively; without it nothing changes. spread runs "
            + "the branches in several processes, at most Bridge:Branches:Processes; the results are the same. With Accept: "
            + "application/x-ndjson, each end is a line of JSON, sent as soon as it is there, and the last line has the rest of the "
            + "response: from, kept and frame; or problem, if it failed after the first line. A client disconnect cancels the branches. "
            + "Only the bundled emulator has a history to begin from; others respond with 501.")
        .TakesQuery()
        .TakesBody<BranchesRequest>(BranchRules.Request,
            """
            {"branches": [{"name": "A", "steps": [{"buttons": ["A"]}], "read": [{"address": "0x02000020", "type": "u16"}]},
                          {"name": "B", "steps": [{"buttons": ["B"]}], "read": [{"address": "0x02000020", "type": "u16"}]}]}
            """)
        .Produces<BranchesResponse>()
        .WithMetadata(new BinaryResponse(BranchLines.ContentType))
        .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.OutOfRange, ProblemTypes.UnknownState, ProblemTypes.RefusedState,
            ProblemTypes.UnknownMovie, ProblemTypes.UnknownRom, ProblemTypes.Held, ProblemTypes.Conflict, ProblemTypes.Cancelled,
            ProblemTypes.Interrupted, ProblemTypes.TooLarge, ProblemTypes.StorageFailed, ProblemTypes.StorageFull,
            ProblemTypes.EmulatorFailed, ProblemTypes.Unsupported, ProblemTypes.UnsupportedMediaType)
        .WithMetadata(new WaitsForFrames());

    private static async Task RunAsync(string emulator, HttpContext context, EmulatorDirectory emulators, BranchRunner runner)
    {
        var client = emulators.Get(emulator);
        var request = await JsonBody.ReadAsync(context.Request, BranchJson.Context.BranchesRequest);
        TokenGuard.Demand(context, (request.State is null ? Scope.None : Scope.States) | (request.Keep is null ? Scope.None : Scope.Input));
        if (BranchLines.AreWanted(context.Request))
            await new BranchLines(context.Response).WriteAsync(RunAsync, context.RequestAborted);
        else
            BufferedResponse.Write(context.Response, await RunAsync(onEnd: null), BranchJson.Context.BranchesResponse);

        Task<BranchesResponse> RunAsync(Action<BranchResult>? onEnd) =>
            runner.RunAsync(client, request, context.Features.Get<AccessToken>(), onEnd, context.RequestAborted);
    }
}
