using System.Text.Json;
using Bridge.Api.Diagnostics;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;

namespace Bridge.Api.Frames;

/// <summary>Maps the step of several emulators at once.</summary>
internal static class StepManyEndpoint
{
    private const string Path = "/emulators/step";

    public static void MapStepMany(this IEndpointRouteBuilder routes)
    {
        routes.MapPost(Path, StepAsync)
            .WithTags("Frames")
            .Needs(Scope.Input, ofEveryEmulator: true)
            .Describe("StepEmulators", "Steps several held games at once",
                "Steps 1 to 64 emulators in parallel, as POST …/frames/step does for one, and responds with one result for each, in the "
                + "order of emulators. An emulator that ended, is not held, or fails in another way has problem in its place; the "
                + "others are stepped. buttons has one list for each emulator, or one for all. leases and states have one entry for "
                + "each, or null: a named state is loaded before the first frame, so that one call resets some of the games. frames, "
                + "read, draw and screen are the same for all. All pictures together have at most 16,777,216 bytes as pixels. With "
                + "Accept: application/octet-stream the response is binary, as docs/step-layout.md describes.")
            .TakesQuery()
            .TakesBody<StepManyRequest>(FrameRules.StepOfMany,
                """
                {"emulators": ["default"], "frames": 4, "buttons": [["Right"]], "read": [{"address": "0x02000048", "type": "u16"}],
                 "screen": {"width": 84, "height": 84, "gray": true, "format": "raw"}}
                """)
            .Produces<StepManyResponse>()
            .WithMetadata(new BinaryResponse(RawBody.ContentType), new WaitsForFrames())
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidBody, ProblemTypes.UnknownButton,
                ProblemTypes.UnsupportedMediaType);
        routes.AllowOnly(Path, HttpMethods.Post);
    }

    private static async Task StepAsync(HttpContext context, StepMany steps)
    {
        var body = await JsonBody.ReadAsync(context.Request, FrameJson.Context.StepManyRequest);
        var isBinary = StepLayout.IsWanted(context.Request);
        var plan = steps.Plan(body, isBinary);
        TokenGuard.Demand(context, NeedsOf(body));
        var outcomes = await steps.RunAsync(plan, name => TokenGuard.Reaches(context, name), context.RequestAborted);
        try
        {
            if (isBinary)
                WriteBinary(context.Response, plan, outcomes);
            else
                BufferedResponse.Write(context.Response, new StepManyResponse([.. outcomes.Select(outcome => outcome.Describe())]),
                    FrameJson.Context.StepManyResponse);
        }
        finally
        {
            foreach (var outcome in outcomes)
                outcome.Dispose();
        }
    }

    private static Scope NeedsOf(StepManyRequest body) =>
        (body.Read is null && body.Screen is null ? Scope.None : Scope.Read)
        | (body.States?.Any(state => state is not null) == true ? Scope.States : Scope.None);

    private static void WriteBinary(HttpResponse response, StepPlan plan, StepOutcome[] outcomes)
    {
        var game = outcomes.FirstOrDefault(outcome => outcome.PictureSize is not null)?.PictureSize;
        var layout = StepLayout.Of(outcomes.Length, plan.Body.Read?.Count ?? 0, plan.Form, game);
        foreach (var outcome in outcomes)
            outcome.CheckFits(layout);
        var problems = outcomes.Where(outcome => outcome.Problem is not null)
            .Select(outcome => (outcome.Emulator, Problem: outcome.Problem!))
            .Select(one => new PlacedProblem(
                one.Emulator, one.Problem.Type, one.Problem.Title, one.Problem.Status, one.Problem.Detail));
        var body = layout.NewBody(JsonSerializer.SerializeToUtf8Bytes([.. problems], FrameJson.Context.PlacedProblemArray));
        for (var i = 0; i < outcomes.Length; i++)
            outcomes[i].Write(layout, body, i);
        BufferedResponse.WriteBytes(response, body, RawBody.ContentType);
    }
}
