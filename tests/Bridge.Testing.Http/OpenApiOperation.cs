using System.Text.Json;

namespace Bridge.Testing.Http;

/// <summary>An operation of the OpenAPI document, with its examples.</summary>
public sealed record OpenApiOperation(string Name, string Method, string Path, JsonElement Body)
{
    public static async Task<IReadOnlyList<OpenApiOperation>> ReadAsync(HttpClient client)
    {
        var document = await client.GetJsonAsync("/swagger/v1/swagger.json");
        return
        [
            .. from path in document.GetProperty("paths").EnumerateObject()
               from operation in path.Value.EnumerateObject()
               select new OpenApiOperation(
                   operation.Value.GetProperty("operationId").GetString()!, operation.Name.ToUpperInvariant(), path.Name, operation.Value),
        ];
    }

    /// <summary>Gets the path with the examples of its parameters.</summary>
    public string ExamplePath => Parameters.Where(parameter => parameter.In == "path")
        .Aggregate(Path, (path, parameter) => path.Replace($"{{{parameter.Name}}}", parameter.Example, StringComparison.Ordinal));

    /// <summary>Gets the path and the query with their examples; a parameter whose example is empty is left out.</summary>
    public string ExampleUrl
    {
        get
        {
            var query = Parameters.Where(parameter => parameter.In == "query" && parameter.Example.Length > 0)
                .Select(parameter => $"{parameter.Name}={Uri.EscapeDataString(parameter.Example)}").ToArray();
            return query.Length == 0 ? ExamplePath : $"{ExamplePath}?{string.Join('&', query)}";
        }
    }

    /// <summary>Gets the names of its parameters in the path and the query.</summary>
    public IEnumerable<string> ParameterNames =>
        Parameters.Where(parameter => parameter.In != "header").Select(parameter => parameter.Name);

    /// <summary>Returns the path and the query with their examples, except for one parameter, whose raw value is given.</summary>
    public string UrlWith(string parameter, string escaped)
    {
        var path = Parameters.Where(other => other.In == "path").Aggregate(Path, (all, other) =>
            all.Replace($"{{{other.Name}}}", other.Name == parameter ? escaped : other.Example, StringComparison.Ordinal));
        var query = Parameters.Where(other => other.In == "query" && (other.Name == parameter || other.Example.Length > 0))
            .Select(other => $"{other.Name}={(other.Name == parameter ? escaped : Uri.EscapeDataString(other.Example))}");
        return $"{path}?{string.Join('&', query)}";
    }

    /// <summary>Gets the example of the JSON body; null if there is no body.</summary>
    public string? ExampleBody => Body.TryGetProperty("requestBody", out var body)
        && body.GetProperty("content").TryGetProperty("application/json", out var json)
        ? json.GetProperty("example").GetRawText()
        : null;

    /// <summary>Gets whether it needs a body of bytes instead of JSON.</summary>
    public bool NeedsBytes => ExampleBody is null && Body.TryGetProperty("requestBody", out var body)
        && body.TryGetProperty("required", out var required) && required.GetBoolean();

    private IEnumerable<(string Name, string In, string Example)> Parameters => !Body.TryGetProperty("parameters", out var parameters)
        ? []
        : parameters.EnumerateArray()
            .Select(parameter => (parameter.GetProperty("name").GetString()!, parameter.GetProperty("in").GetString()!,
            parameter.TryGetProperty("example", out var example) ? TextOf(example) : ""));

    // A number or a flag as JSON has it, a list with commas.
    private static string TextOf(JsonElement example) => example.ValueKind switch
    {
        JsonValueKind.Array => string.Join(',', example.EnumerateArray().Select(TextOf)),
        JsonValueKind.True or JsonValueKind.False => example.GetRawText(),
        _ => example.ToString(),
    };
}
