using System.Text.Json.Nodes;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Describes the responses of an operation: its successes, and its problems with their types.</summary>
internal sealed class ResponseWriter(SchemaBook schemas)
{
    public JsonObject Write(RouteEndpoint endpoint, string name)
    {
        var responses = new JsonObject();
        foreach (var success in endpoint.Metadata.GetOrderedMetadata<IProducesResponseTypeMetadata>()
            .Where(response => response.StatusCode < 400).GroupBy(response => response.StatusCode).OrderBy(group => group.Key))
        {
            // The endpoint's own declaration comes after the one from its handler's return type, and wins.
            responses[$"{success.Key}"] = Success(endpoint.Metadata, success.Last(), name);
        }

        foreach (var status in ProblemsOf(endpoint).GroupBy(problem => problem.Status).OrderBy(group => group.Key))
            responses[$"{status.Key}"] = Problem(ReasonPhrases.GetReasonPhrase(status.Key), status);
        responses["default"] = Problem("A problem that any request can have", EndpointConventions.OfEveryEndpoint);
        return responses;
    }

    private static IEnumerable<ProblemType> ProblemsOf(RouteEndpoint endpoint)
    {
        var problems = endpoint.Metadata.GetOrderedMetadata<PossibleProblems>().SelectMany(possible => possible.Types);
        if (DocumentGenerator.NeedsToken(endpoint))
        {
            problems = problems.Concat([
                ProblemTypes.MissingToken, ProblemTypes.WrongToken, ProblemTypes.NarrowToken, ProblemTypes.TooManyRequests]);
        }

        return problems.Distinct();
    }

    private JsonObject Success(EndpointMetadataCollection metadata, IProducesResponseTypeMetadata response, string name)
    {
        var result = new JsonObject { ["description"] = ReasonPhrases.GetReasonPhrase(response.StatusCode) };
        var headers = new JsonObject();
        if (response.StatusCode == StatusCodes.Status201Created)
            headers["Location"] = Header("The path of what was created.", Typed("string", "uri-reference"), isAlwaysSent: true);
        foreach (var header in metadata.GetOrderedMetadata<ResponseHeader>())
        {
            headers[header.Name] = Header(header.Description,
                header.IsNumber ? Typed("integer", "int64") : new JsonObject { ["type"] = "string" }, header.IsAlwaysSent);
        }

        if (headers.Count > 0)
            result["headers"] = headers;
        var content = new JsonObject();
        if (response.Type is { } type && type != typeof(void) && !typeof(IResult).IsAssignableFrom(type))
        {
            var media = response.ContentTypes.FirstOrDefault() ?? "application/json";
            content[media] = new JsonObject { ["schema"] = ShapeOf(metadata, type) };
            if (ResponseExamples.Of(name, response.StatusCode, media) is { } example)
                content[media]!["example"] = example;
        }

        if (response.StatusCode == StatusCodes.Status200OK)
        {
            foreach (var binary in metadata.GetOrderedMetadata<BinaryResponse>())
                content[binary.ContentType] = new JsonObject { ["schema"] = SchemaBook.Bytes() };
        }

        if (content.Count > 0)
            result["content"] = content;
        return result;
    }

    private JsonObject ShapeOf(EndpointMetadataCollection metadata, Type type)
    {
        var schema = schemas.Shapes.Of(type);
        return metadata.GetMetadata<AlternativeResponse>() is { } other
            ? new JsonObject { ["oneOf"] = new JsonArray(schema, schemas.Shapes.Of(other.Shape)) }
            : schema;
    }

    private JsonObject Problem(string description, IEnumerable<ProblemType> types)
    {
        var ordered = types.OrderBy(type => type.Anchor, StringComparer.Ordinal).ToArray();
        var anchors = ordered.Select(type => type.Anchor).ToArray();
        var response = new JsonObject { ["description"] = $"{description}: {string.Join(", ", anchors)}." };
        var first = ordered[0];
        if (ordered.Any(type => type == ProblemTypes.Held || AlwaysSaysWhen(type)))
        {
            response["headers"] = new JsonObject
            {
                ["Retry-After"] = Header("Seconds until it makes sense to try again.", Typed("integer", "int32"),
                    ordered.All(AlwaysSaysWhen)),
            };
        }

        response["content"] = new JsonObject
        {
            ["application/problem+json"] = new JsonObject
            {
                ["schema"] = schemas.Shapes.Of(typeof(Problem)),
                ["example"] = ResponseExamples.Of(first),
            },
        };
        response["x-problem-types"] = new JsonArray([.. anchors.Select(anchor => (JsonNode)anchor)]);
        return response;
    }

    // All problems with these statuses say when to retry. Of those with 409, only held does.
    private static bool AlwaysSaysWhen(ProblemType type) =>
        type.Status is StatusCodes.Status503ServiceUnavailable or StatusCodes.Status429TooManyRequests;

    private static JsonObject Header(string description, JsonObject schema, bool isAlwaysSent)
    {
        var header = new JsonObject { ["description"] = description };
        if (isAlwaysSent)
            header["required"] = true;
        header["schema"] = schema;
        return header;
    }

    private static JsonObject Typed(string type, string format) => new() { ["type"] = type, ["format"] = format };
}
