using System.Text.Json;
using System.Text.Json.Nodes;
using Json.Schema;

namespace Bridge.Testing.Http.Schemas;

/// <summary>Checks JSON with the schemas of an OpenAPI 3.0 document, which it converts to JSON Schema.</summary>
internal sealed class SchemaChecker
{
    private const string All = "https://bridge.test/all";

    private static readonly EvaluationOptions Options = new() { OutputFormat = OutputFormat.List };

    private readonly BuildOptions _build = new() { SchemaRegistry = new SchemaRegistry(), Dialect = Dialect.Draft202012 };
    private readonly Dictionary<JsonObject, JsonSchema> _known = [];
    private int _count;

    public SchemaChecker(JsonObject named)
    {
        var definitions = new JsonObject();
        foreach (var (name, schema) in named)
            definitions[name] = Convert(schema!);
        Build(new JsonObject { ["$id"] = All, ["$defs"] = definitions });
    }

    /// <summary>Returns why a value does not fit; null if it fits.</summary>
    public string? Mistake(JsonObject schema, JsonNode? value)
    {
        if (!_known.TryGetValue(schema, out var built))
        {
            var converted = new JsonObject { ["$id"] = $"{All}/{_count++}", ["allOf"] = new JsonArray(Convert(schema)) };
            _known[schema] = built = Build(converted);
        }

        var result = built.Evaluate(JsonSerializer.SerializeToElement(value), Options);
        if (result.IsValid)
            return null;
        var errors = (result.Details ?? []).Where(detail => detail.Errors is { Count: > 0 })
            .Select(detail => $"{detail.InstanceLocation}: {string.Join(", ", detail.Errors!.Values)}");
        return string.Join("; ", errors.Take(3).DefaultIfEmpty("it matches a combination that is excluded"));
    }

    private JsonSchema Build(JsonObject schema) => JsonSchema.Build(JsonSerializer.SerializeToElement(schema), _build);

    private static JsonNode Convert(JsonNode node)
    {
        if (node is not JsonObject schema)
            return node.DeepClone();
        var result = new JsonObject();
        foreach (var (key, value) in schema)
        {
            switch (key)
            {
                case "$ref":
                    result[key] = $"{All}#/$defs/{value!.GetValue<string>().Split('/')[^1]}";
                    break;
                case "properties":
                    result[key] = new JsonObject(value!.AsObject().Select(pair =>
                        KeyValuePair.Create(pair.Key, (JsonNode?)Convert(pair.Value!))));
                    break;
                case "items" or "not":
                case "additionalProperties" when value is JsonObject:
                    result[key] = Convert(value!);
                    break;
                case "allOf" or "anyOf" or "oneOf":
                    result[key] = new JsonArray([.. value!.AsArray().Select(each => Convert(each!))]);
                    break;
                case "minimum" or "maximum":
                    var exclusive = $"exclusiveM{key[1..]}";
                    result[schema[exclusive]?.GetValue<bool>() == true ? exclusive : key] = value!.DeepClone();
                    break;
                case "type" or "enum" or "required" or "pattern" or "minLength" or "maxLength" or "minItems" or "maxItems"
                    or "uniqueItems" or "maxProperties"
                    or "additionalProperties":
                    result[key] = value!.DeepClone();
                    break;
                // The others don't restrict values: descriptions, formats, defaults, extensions.
            }
        }

        return schema["nullable"]?.GetValue<bool>() == true
            ? new JsonObject { ["anyOf"] = new JsonArray(new JsonObject { ["type"] = "null" }, result) }
            : result;
    }
}
