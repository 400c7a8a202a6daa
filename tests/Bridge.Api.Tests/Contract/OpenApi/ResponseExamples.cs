using System.Text.Json.Nodes;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Examples of responses, which a test with a real game records.</summary>
internal static class ResponseExamples
{
    private static readonly JsonObject Recorded = File.Exists(RecordedResponses.File)
        ? JsonNode.Parse(File.ReadAllText(RecordedResponses.File))!.AsObject()
        : [];

    /// <summary>Returns the recorded response of an operation; null if there is none.</summary>
    public static JsonNode? Of(string operation, int status, string mediaType) =>
        Recorded[RecordedResponses.KeyOf(operation, status, mediaType)]?.DeepClone();

    /// <summary>Returns an example of a problem.</summary>
    public static JsonObject Of(ProblemType type) => new()
    {
        ["type"] = type.Uri,
        ["title"] = type.Title,
        ["status"] = type.Status,
        ["detail"] = Recorded[$"problem {type.Anchor}"]?.GetValue<string>() ?? $"{type.Title}.",
        ["traceId"] = "4bf92f3577b34da6a3ce929d0e0e4736",
    };
}
