using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Frames;

/// <summary>Maps the step of several emulators at once.</summary>
internal static class StepManyEndpoints
{
    private const string Path = "/emulators/step";

    public static void MapStepMany(this IEndpointRouteBuilder routes)
    {
        routes.MapPost(Path, StepAsync)
            .WithTags("Frames")
            .Needs(Scope.Input, ofEveryEmulator: true)
            .Describe("StepEmulators", "Steps several frozen games at once",
                "Steps 1 to 64 emulators in parallel, as POST …/frames/step does for one, and responds with one result for each, in the "
                + "order of emulators. An emulator that ended, is not frozen, or fails in another way has problem in its place; the "
                + "others are stepped. buttons has one list for each emulator, or one for all. leases, states and sensors have one entry "
                + "for each, or null: a named state is loaded before the first frame, so that one call resets some of the games, and "
                + "sensors are set as in PUT …/sensors. frames, read, draw and screen are the same for all. All pictures together have at "
                + "most 16,777,216 bytes as pixels. With Accept: application/octet-stream the response is binary, as docs/step-layout.md "
                + "describes.")
            .TakesQuery()
            .TakesBody<StepManyRequest>(FrameRules.StepOfMany,
                """
                {"emulators": ["default"], "frames": 4, "buttons": [["Right"]], "read": [{"address": "0x02000048", "type": "u16"}],
                 "screen": {"width": 84, "height": 84, "gray": true, "format": "raw"}}
                """)
            .Produces<StepManyResponse>()
            .WithMetadata(new BinaryResponse(RawBody.ContentType), new WaitsForFrames())
            .RunInline()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidBody, ProblemTypes.UnknownButton,
                ProblemTypes.UnsupportedMediaType);
        routes.AllowOnly(Path, HttpMethods.Post);
    }

    private static async Task StepAsync(HttpContext context, StepMany steps, IOtherSteps others)
    {
        var body = await JsonBody.ReadAsync(context.Request, FrameJson.Context.StepManyRequest);
        var isBinary = StepLayout.IsWanted(context.Request);
        var plan = steps.Plan(body, isBinary);
        TokenGuard.Demand(context, NeedsOf(body));
        var hosts = others.Locate(context, plan.Names);
        if (hosts is null && plan.IsQuick && InlineScheduling.CanRunInline(context))
            plan = plan with { RunsInline = true };
        else
            await InlineScheduling.SwitchToThreadPool();
        var response = hosts is not null
            ? await RunAsync(context, steps, others, plan, hosts, isBinary)
            : await RunAsync(context, steps, plan, isBinary);
        StepManyWriter.Respond(context.Response, response, isBinary);
    }

    private static async Task<byte[]> RunAsync(HttpContext context, StepMany steps, StepPlan plan, bool isBinary)
    {
        var outcomes = await steps.RunAsync(plan, name => TokenGuard.Reaches(context, name), context.RequestAborted);
        try
        {
            return StepManyWriter.Of(plan, outcomes, isBinary);
        }
        finally
        {
            foreach (var outcome in outcomes)
                outcome.Dispose();
        }
    }

    private static async Task<byte[]> RunAsync(
        HttpContext context, StepMany steps, IOtherSteps others, StepPlan plan, string?[] hosts, bool isBinary)
    {
        var parts = new StepParts(plan.Names, plan.Body.Read?.Count ?? 0);
        var running = Enumerable.Range(0, hosts.Length).GroupBy(place => hosts[place])
            .Select(async group =>
            {
                var (places, host) = (group.ToArray(), group.Key);
                var part = plan.Part(places);
                return (places, host is null
                    ? new StepPart(await RunAsync(context, steps, part, isBinary))
                    : await others.RunAsync(context, host, part.Body, isBinary));
            });
        foreach (var (places, part) in await Task.WhenAll(running))
            parts.Add(places, part);
        return isBinary ? parts.ToBinary() : parts.ToJson();
    }

    private static Scope NeedsOf(StepManyRequest body) =>
        (body.Read is null && body.Screen is null ? Scope.None : Scope.Read)
        | (body.States?.Any(state => state is not null) == true ? Scope.States : Scope.None);
}
