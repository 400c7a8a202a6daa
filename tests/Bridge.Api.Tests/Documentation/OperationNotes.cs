using System.Text.Json.Nodes;
using Bridge.Api.OpenApi;
using Microsoft.OpenApi;
using Swashbuckle.AspNetCore.SwaggerGen;

namespace Bridge.Api.Tests.Documentation;

// Disambiguates from the tests' own type of this name.
using OpenApiOperation = Microsoft.OpenApi.OpenApiOperation;

/// <summary>Adds the notes and examples of the endpoints to the OpenAPI document.</summary>
internal sealed class OperationNotes : IOperationFilter
{
    private static readonly ParameterNote Emulator = new("emulator", "The emulator's name.", "default");

    private static OpenApiSchema Text => new() { Type = JsonSchemaType.String };

    public void Apply(OpenApiOperation operation, OperationFilterContext context)
    {
        var metadata = context.ApiDescription.ActionDescriptor.EndpointMetadata;
        var notes = metadata.OfType<AcceptedQuery>().SelectMany(query => query.Parameters)
            .Concat(metadata.OfType<ParameterNote>())
            .Append(Emulator)
            .ToDictionary(note => note.Name);

        // For endpoints that read their parameters themselves, nothing else is known.
        if (operation.Parameters is null or [])
            operation.Parameters = [.. InPath(context.ApiDescription.RelativePath!),
                .. metadata.OfType<AcceptedQuery>().SelectMany(query => query.Parameters).Select(InQuery)];

        foreach (var parameter in operation.Parameters.OfType<OpenApiParameter>())
        {
            if (parameter.Name is not { } name || !notes.TryGetValue(name, out var note))
                continue;
            parameter.Description = note.Description;
            if (note.Example.Length > 0)
                parameter.Example = JsonValue.Create(note.Example);
        }

        if (metadata.OfType<BodyExample>().FirstOrDefault() is { } example
            && operation.RequestBody?.Content is { } content
            && content.TryGetValue("application/json", out var json) && json is OpenApiMediaType body)
            body.Example = JsonNode.Parse(example.Json);

        if (operation.Responses is { } responses && responses.TryGetValue("200", out var answer) && answer is OpenApiResponse success)
            DescribeSuccess(success, metadata, context);
    }

    private static IEnumerable<OpenApiParameter> InPath(string path) => path.Split('/').Where(part => part.StartsWith('{')).Select(part =>
        new OpenApiParameter { Name = part[1..^1], In = ParameterLocation.Path, Required = true, Schema = Text });

    private static OpenApiParameter InQuery(ParameterNote note) => new() { Name = note.Name, In = ParameterLocation.Query, Schema = Text };

    private static void DescribeSuccess(OpenApiResponse success, IList<object> metadata, OperationFilterContext context)
    {
        var content = success.Content ??= new Dictionary<string, OpenApiMediaType>();
        if (metadata.OfType<AlternativeResponse>().FirstOrDefault() is { } alternative
            && content["application/json"] is { Schema: { } first } json)
        {
            var second = context.SchemaGenerator.GenerateSchema(alternative.Shape, context.SchemaRepository);
            json.Schema = new OpenApiSchema { OneOf = [first, second] };
        }

        foreach (var binary in metadata.OfType<BinaryResponse>())
            content[binary.ContentType] = new OpenApiMediaType
                { Schema = new OpenApiSchema { Type = JsonSchemaType.String, Format = "binary" } };
    }
}
