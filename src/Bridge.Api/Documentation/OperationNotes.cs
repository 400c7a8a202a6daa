using System.Text.Json.Nodes;
using Microsoft.OpenApi;
using Swashbuckle.AspNetCore.SwaggerGen;

namespace Bridge.Api.Documentation;

/// <summary>Carries the notes and examples of the endpoints into the OpenAPI document.</summary>
internal sealed class OperationNotes : IOperationFilter
{
    private static readonly ParameterNote Emulator = new("emulator", "The emulator's name.", "default");

    public void Apply(OpenApiOperation operation, OperationFilterContext context)
    {
        var metadata = context.ApiDescription.ActionDescriptor.EndpointMetadata;
        var notes = metadata.OfType<AcceptedQuery>().SelectMany(query => query.Parameters)
            .Concat(metadata.OfType<ParameterNote>())
            .Append(Emulator)
            .ToDictionary(note => note.Name);

        foreach (var parameter in operation.Parameters?.OfType<OpenApiParameter>() ?? [])
        {
            if (parameter.Name is not { } name || !notes.TryGetValue(name, out var note))
                continue;
            parameter.Description = note.Description;
            parameter.Example = JsonValue.Create(note.Example);
        }

        if (metadata.OfType<BodyExample>().FirstOrDefault() is { } example
            && operation.RequestBody?.Content is { } content && content.TryGetValue("application/json", out var json) && json is OpenApiMediaType body)
            body.Example = JsonNode.Parse(example.Json);
    }
}
