using System.Text.Json.Nodes;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Describes one operation from the metadata of its endpoint.</summary>
internal sealed class OperationWriter(SchemaBook schemas)
{
    private static readonly ParameterNote Emulator =
        new("emulator", "The emulator's name.", "default") { Rule = new TextRule { Min = 1 } };

    public JsonObject Write(RouteEndpoint endpoint, string tag, string path)
    {
        var metadata = endpoint.Metadata;
        var name = metadata.GetMetadata<IEndpointNameMetadata>()!.EndpointName;
        var operation = new JsonObject
        {
            ["tags"] = new JsonArray(tag),
            ["summary"] = metadata.GetMetadata<IEndpointSummaryMetadata>()!.Summary,
            ["description"] = metadata.GetMetadata<IEndpointDescriptionMetadata>()!.Description,
            ["operationId"] = name,
        };
        var parameters = ParametersOf(endpoint, path);
        if (parameters.Count > 0)
            operation["parameters"] = parameters;
        if (metadata.GetMetadata<IAcceptsMetadata>() is { } accepts)
            operation["requestBody"] = BodyOf(metadata, accepts);
        operation["responses"] = new ResponseWriter(schemas).Write(endpoint, name);
        if (metadata.GetOrderedMetadata<OnlyOneOf>() is { Count: > 0 } groups)
            operation["x-one-of"] = new JsonArray(
                [.. groups.Select(group => new JsonArray([.. group.Parameters.Select(parameter => (JsonNode)parameter)]))]);
        if (!DocumentGenerator.NeedsToken(endpoint))
            return operation;
        // Either with a token or, if none is configured, without.
        operation["security"] = new JsonArray(new JsonObject { ["token"] = new JsonArray() }, new JsonObject());
        operation["x-scope"] = ScopeNames.Of(ScopeNeeded.Of(endpoint).Scope);
        return operation;
    }

    private JsonArray ParametersOf(RouteEndpoint endpoint, string path)
    {
        var inPath = endpoint.Metadata.GetOrderedMetadata<ParameterNote>().Append(Emulator).ToDictionary(note => note.Name);
        var query = endpoint.Metadata.GetMetadata<AcceptedQuery>()?.Parameters ?? [];
        return
        [
            .. path.Split('/').Where(part => part.StartsWith('{'))
                .Select(part => Parameter(inPath[part[1..^1]] with { IsRequired = true }, "path")),
            .. query.Select(note => Parameter(note, "query")),
            .. endpoint.Metadata.GetOrderedMetadata<RequestHeader>().Select(header => Parameter(header.Note, "header")),
        ];
    }

    private JsonObject Parameter(ParameterNote note, string place)
    {
        var rule = note.Rule ?? throw new InvalidOperationException($"The parameter {note.Name} has no rule.");
        if (RuleSchemas.NameOf(rule) is { } name && name != note.Name && rule is not ListRule)
            throw new InvalidOperationException($"The rule of the parameter {note.Name} is called {name}.");
        var parameter = new JsonObject { ["name"] = note.Name, ["in"] = place, ["description"] = note.Description };
        if (note.IsRequired)
            parameter["required"] = true;
        if (rule is ListRule && !note.Repeats)
        {
            parameter["style"] = "form";
            parameter["explode"] = false;
        }

        parameter["schema"] = schemas.Rules.Of(rule);
        if (note.Example.Length > 0)
            parameter["example"] = Example(rule, note.Example);
        return parameter;
    }

    private static JsonNode Example(ValueRule rule, string text) => rule switch
    {
        IntegerRule => long.Parse(text, null),
        FlagRule => bool.Parse(text),
        ListRule => new JsonArray([.. text.Split(',').Select(element => (JsonNode)element)]),
        _ => text,
    };

    private JsonObject BodyOf(EndpointMetadataCollection metadata, IAcceptsMetadata accepts)
    {
        var content = new JsonObject();
        foreach (var type in accepts.ContentTypes)
        {
            var media = new JsonObject();
            if (type == "application/json")
            {
                var rule = metadata.GetMetadata<BodyRule>()?.Rule
                    ?? throw new InvalidOperationException($"{accepts.RequestType} is read without a rule; pass one to TakesBody.");
                media["schema"] = schemas.Rules.Of(rule);
                if (metadata.GetMetadata<BodyExample>() is { } example)
                    media["example"] = JsonNode.Parse(example.Json);
            }
            else
            {
                media["schema"] = type == "text/plain" ? new JsonObject { ["type"] = "string" } : SchemaBook.Bytes();
            }

            content[type] = media;
        }

        var body = new JsonObject { ["content"] = content };
        if (!accepts.IsOptional)
            body["required"] = true;
        return body;
    }
}
