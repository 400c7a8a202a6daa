using System.Text.Json.Nodes;

namespace Bridge.Testing.Http.Schemas;

/// <summary>The OpenAPI document, to make requests from and to check responses with.</summary>
public sealed class ApiDocument
{
    private readonly JsonObject _root;
    private readonly SchemaChecker _checker;

    public ApiDocument(string json)
    {
        _root = JsonNode.Parse(json)!.AsObject();
        _checker = new SchemaChecker(_root["components"]!["schemas"]!.AsObject());
        Operations =
        [
            .. from path in _root["paths"]!.AsObject()
               from operation in path.Value!.AsObject()
               select new ApiOperation(this, operation.Key.ToUpperInvariant(), path.Key, operation.Value!.AsObject()),
        ];
    }

    /// <summary>Gets the operations in the order of the document.</summary>
    public IReadOnlyList<ApiOperation> Operations { get; }

    /// <summary>Reads the document that a bridge serves.</summary>
    public static async Task<ApiDocument> ReadAsync(HttpClient client) =>
        new(await client.GetStringAsync(new Uri("/swagger/v1/swagger.json", UriKind.Relative)));

    /// <summary>Returns the object itself, or the one that it refers to.</summary>
    public JsonObject Resolve(JsonNode node)
    {
        var found = node.AsObject();
        while (found["$ref"] is { } reference)
        {
            found = reference.GetValue<string>().Split('/').Skip(1)
                .Aggregate<string, JsonNode>(_root, (at, part) => at[part]
                    ?? throw new InvalidOperationException($"{reference} leads nowhere."))
                .AsObject();
        }

        return found;
    }

    /// <summary>Returns why a value does not fit a schema; null if it fits.</summary>
    public string? Mistake(JsonObject schema, JsonNode? value) => _checker.Mistake(schema, value);

    /// <summary>Returns whether a value fits a schema.</summary>
    public bool Fits(JsonObject schema, JsonNode? value) => Mistake(schema, value) is null;
}
