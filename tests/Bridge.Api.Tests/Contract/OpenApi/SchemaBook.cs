using System.Text.Json.Nodes;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>The named schemas of the document.</summary>
internal sealed class SchemaBook
{
    private readonly SortedDictionary<string, JsonObject> _named = new(StringComparer.Ordinal);

    private readonly Dictionary<string, string?> _descriptions = [];

    public SchemaBook() => (Rules, Shapes) = (new RuleSchemas(this), new ShapeSchemas(this));

    /// <summary>Gets the schemas of requests.</summary>
    public RuleSchemas Rules { get; }

    /// <summary>Gets the schemas of responses.</summary>
    public ShapeSchemas Shapes { get; }

    /// <summary>Sets the description of a named schema; null: the summary of its type.</summary>
    public void Describe(string name, string? description) => _descriptions[name] = description;

    /// <summary>Returns a reference to a named schema, which is made at its first use.</summary>
    public JsonObject Refer(string name, Func<JsonObject> make)
    {
        if (!_named.TryGetValue(name, out var known))
        {
            // Empty while it is made: a schema may refer to itself.
            _named[name] = [];
            _named[name] = make();
        }
        else if (known.Count > 0 && !JsonNode.DeepEquals(known, make()))
        {
            throw new InvalidOperationException($"Two schemas are called {name}.");
        }

        return new JsonObject { ["$ref"] = $"#/components/schemas/{name}" };
    }

    /// <summary>Returns the schema of raw bytes.</summary>
    public static JsonObject Bytes() => new() { ["type"] = "string", ["format"] = "binary" };

    /// <summary>Returns a schema that also accepts null.</summary>
    public static JsonObject OrNull(JsonObject schema)
    {
        // Beside $ref, OpenAPI 3.0 ignores everything.
        if (schema.ContainsKey("$ref"))
            schema = new JsonObject { ["allOf"] = new JsonArray(schema) };
        schema["nullable"] = true;
        return schema;
    }

    public JsonObject ToJson() => new(_named.Select(pair => KeyValuePair.Create(pair.Key, (JsonNode?)Described(pair.Key, pair.Value))));

    private JsonObject Described(string name, JsonObject schema)
    {
        schema.Insert(0, "description", _descriptions.GetValueOrDefault(name) ?? SourceSummaries.Of(name)
            ?? throw new InvalidOperationException($"The schema {name} has no description: its rule or its type needs one."));
        return schema;
    }
}
