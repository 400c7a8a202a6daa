using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Frames;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Responses;

namespace Bridge.Api.Features.Vectors;

/// <summary>Maps steps and resets of vectors, for programs that can't use the shared memory.</summary>
internal static class VectorStepEndpoints
{
    public static void MapVectorSteps(this IEndpointRouteBuilder vectors)
    {
        vectors.MapPost("/{vector}/step", StepAsync)
            .Needs(Scope.Input, ofEveryEmulator: true)
            .Describe("StepVector", "Steps games of a vector, and returns their values",
                "games: which, default all. keys: the buttons as masks (bits 0 to 9 are A, B, Select, Start, Right, Left, Up, Down, R, L), "
                + "or buttons: their names; one entry for each stepped game, or one for all. starts has one entry for each: the start "
                + "that it is reset to before its first frame, or null; seeds the new state of its random numbers, or null. status is 0, "
                + "1 if the game's process had died and 2 if it hung (it was replaced, begins at start 0, and its order was not run), or "
                + "19 for a start that isn't set. With Accept: application/octet-stream the response is binary, and has the pictures "
                + "(docs/step-layout.md). One client at a time steps a vector.")
            .TakesPath(VectorEndpoints.Name)
            .TakesQuery()
            .TakesBody<VectorStepRequest>(VectorRules.Step, """{"buttons": [["A"], []], "frames": 4}""")
            .Produces<VectorStepResponse>()
            .WithMetadata(new BinaryResponse(RawBody.ContentType), new WaitsForFrames())
            .RefusesLikeAVector(ProblemTypes.UnknownButton, ProblemTypes.Conflict, ProblemTypes.OutcomeUnknown);
        vectors.MapPost("/{vector}/reset", ResetAsync)
            .Needs(Scope.Input, ofEveryEmulator: true)
            .Describe("ResetVector", "Resets games of a vector to a start, and runs one frame without buttons",
                "games: which, default all. start: 0 to 15, default 0. seed: sets their random numbers as if the vector had begun with it. "
                + "Responds like POST …/step, also with Accept: application/octet-stream.")
            .TakesPath(VectorEndpoints.Name)
            .TakesQuery()
            .MayTakeBody<VectorResetRequest>(VectorRules.Reset, """{"seed": 1}""")
            .Produces<VectorStepResponse>()
            .WithMetadata(new BinaryResponse(RawBody.ContentType), new WaitsForFrames())
            .RefusesLikeAVector(ProblemTypes.Conflict, ProblemTypes.OutcomeUnknown);
    }

    private static async Task StepAsync(string vector, HttpContext context, VectorAccess access)
    {
        var body = await JsonBody.ReadAsync(context.Request, VectorJson.Context.VectorStepRequest);
        VectorOrders.Check(body);
        var found = access.Get(context, vector);
        await RunAsync(context, found, VectorOrders.Of(body, found.Record));
    }

    private static async Task ResetAsync(string vector, HttpContext context, VectorAccess access)
    {
        var body = await JsonBody.ReadIfAnyAsync(context.Request, VectorJson.Context.VectorResetRequest) ?? new VectorResetRequest();
        VectorOrders.Check(body);
        var found = access.Get(context, vector);
        await RunAsync(context, found, VectorOrders.Of(body, found.Record));
    }

    private static async Task RunAsync(HttpContext context, RunningVector vector, VectorOrder order)
    {
        var (plan, reads) = (vector.Record.Plan, vector.Record.Read.Count);
        if (StepLayout.IsWanted(context.Request))
        {
            var layout = new StepLayout(order.Games.Count, reads, plan.Size, plan.Channels);
            var body = await vector.StepAsync(order, block =>
            {
                var bytes = layout.NewVectorBody();
                block.WriteTo(layout, bytes, order.Games, reads);
                return bytes;
            });
            BufferedResponse.WriteBytes(context.Response, body, RawBody.ContentType);
            return;
        }

        var results = await vector.StepAsync(order, block => order.Games.Select(game => ResultOf(block, game, reads)).ToArray());
        BufferedResponse.Write(context.Response, new VectorStepResponse(results), VectorJson.Context.VectorStepResponse);
    }

    private static VectorResult ResultOf(VectorBlock block, int game, int reads)
    {
        var (values, missing) = block.ValuesOf(game, reads);
        return new VectorResult(game, block.StatusOf(game), block.FrameOf(game),
            [.. values.ToArray().Select((value, read) => (missing >> read & 1) == 1 ? (long?)null : value)]);
    }
}
