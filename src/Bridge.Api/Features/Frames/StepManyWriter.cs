using System.Text.Json;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;

namespace Bridge.Api.Features.Frames;

/// <summary>Writes the response to a step of several emulators from their outcomes, as JSON or binary.</summary>
internal static class StepManyWriter
{
    /// <summary>Returns the body.</summary>
    public static byte[] Of(StepPlan plan, StepOutcome[] outcomes, bool isBinary) => isBinary
        ? Binary(plan, outcomes)
        : JsonSerializer.SerializeToUtf8Bytes(
            new StepManyResponse([.. outcomes.Select(outcome => outcome.Describe())]), FrameJson.Context.StepManyResponse);

    /// <summary>Responds with a body.</summary>
    public static void Respond(HttpResponse response, byte[] body, bool isBinary) =>
        BufferedResponse.WriteBytes(response, body, isBinary ? RawBody.ContentType : "application/json; charset=utf-8");

    private static byte[] Binary(StepPlan plan, StepOutcome[] outcomes)
    {
        var game = outcomes.FirstOrDefault(outcome => outcome.PictureSize is not null)?.PictureSize;
        var layout = StepLayout.Of(outcomes.Length, plan.Body.Read?.Count ?? 0, plan.Form, game);
        foreach (var outcome in outcomes)
            outcome.CheckFits(layout);
        var problems = outcomes.Where(outcome => outcome.Problem is not null)
            .Select(outcome => PlacedProblem.Of(outcome.Emulator, outcome.Problem!));
        var body = layout.NewBody(JsonSerializer.SerializeToUtf8Bytes([.. problems], FrameJson.Context.PlacedProblemArray));
        for (var i = 0; i < outcomes.Length; i++)
            outcomes[i].Write(layout, body, i);
        return body;
    }
}
