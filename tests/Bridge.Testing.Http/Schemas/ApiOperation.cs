using System.Text.Json.Nodes;

namespace Bridge.Testing.Http.Schemas;

/// <summary>An operation of the document.</summary>
public sealed class ApiOperation(ApiDocument document, string method, string path, JsonObject body)
{
    // HTTP itself gives them their meaning.
    private static readonly string[] GeneralHeaders =
    [
        "Accept-Ranges", "Cache-Control", "Connection", "Cross-Origin-Resource-Policy", "Date", "Last-Modified",
        "Referrer-Policy", "Server", "Transfer-Encoding", "Vary", "WWW-Authenticate", "X-Accel-Buffering", "X-Content-Type-Options",
    ];

    public ApiDocument Document => document;

    public string Method => method;

    public string Path => path;

    public string Name { get; } = body["operationId"]!.GetValue<string>();

    /// <summary>Gets the scope that it needs; empty: none.</summary>
    public string Scope { get; } = body["x-scope"]?.GetValue<string>() ?? "";

    /// <summary>Gets its parameters in paths and queries.</summary>
    public IReadOnlyList<ApiParameter> Parameters { get; } =
        [.. (body["parameters"] as JsonArray ?? []).Where(parameter => !IsHeader(parameter!))
            .Select(parameter => new ApiParameter(parameter!.AsObject()))];

    /// <summary>Gets the names of the headers that it reads.</summary>
    public IReadOnlyList<string> Headers { get; } = [.. (body["parameters"] as JsonArray ?? [])
        .Where(parameter => IsHeader(parameter!)).Select(parameter => parameter!["name"]!.GetValue<string>())];

    /// <summary>Gets the names of the headers that its responses may have.</summary>
    public IReadOnlyList<string> ResponseHeaders { get; } = [.. body["responses"]!.AsObject()
        .SelectMany(response => document.Resolve(response.Value!)["headers"]?.AsObject().Select(header => header.Key) ?? []).Distinct()];

    /// <summary>Gets the media types of a success with a body.</summary>
    public IReadOnlyList<string> ResponseTypes { get; } =
        [.. (body["responses"]!["200"]?["content"] as JsonObject ?? []).Select(content => content.Key)];

    public string Description { get; } = body["description"]!.GetValue<string>();

    /// <summary>Gets groups of parameters of which a request has at most one.</summary>
    public IReadOnlyList<string[]> OneOf { get; } =
        [.. (body["x-one-of"] as JsonArray ?? []).Select(group => group!.AsArray().Select(name => name!.GetValue<string>()).ToArray())];

    /// <summary>Gets the schema of its JSON body; null if it takes none.</summary>
    public JsonObject? JsonBody { get; } = body["requestBody"]?["content"]?["application/json"]?["schema"] as JsonObject;

    /// <summary>Gets the example of its JSON body.</summary>
    public JsonNode? BodyExample { get; } = body["requestBody"]?["content"]?["application/json"]?["example"];

    /// <summary>Gets the media types of a body that is not JSON.</summary>
    public IReadOnlyList<string> OtherBodies { get; } =
        [.. (body["requestBody"]?["content"] as JsonObject ?? []).Select(pair => pair.Key).Where(type => type != "application/json")];

    /// <summary>Gets whether a request without a body is refused.</summary>
    public bool NeedsBody { get; } = body["requestBody"]?["required"]?.GetValue<bool>() ?? false;

    /// <summary>Returns why a response is not described; null if it is.</summary>
    public async Task<string?> MistakeAsync(HttpResponseMessage response)
    {
        var status = (int)response.StatusCode;
        var media = response.Content.Headers.ContentType?.MediaType;
        var own = body["responses"]![$"{status}"] is { } known ? document.Resolve(known) : null;
        if (status >= 400)
            return await ProblemMistakeAsync(response, media, own);
        if (own is null)
            return $"{status} is not described";
        if (HeaderMistake(response, own) is { } mistake)
            return mistake;
        if (own["content"] is not JsonObject content)
            return response.Content.Headers.ContentLength is null or 0 ? null : $"{status} has a body, which is not described";
        if (media is null || content[media]?["schema"] is not JsonObject schema)
            return $"{status} with {media} is not described";
        return media == "application/json" ? document.Mistake(schema, await JsonOfAsync(response)) : null;
    }

    private async Task<string?> ProblemMistakeAsync(HttpResponseMessage response, string? media, JsonObject? own)
    {
        if (media != "application/problem+json")
            return $"{(int)response.StatusCode} is a {media}";
        var problem = await JsonOfAsync(response);
        var any = document.Resolve(body["responses"]!["default"]!);
        var anchor = problem!["type"]!.GetValue<string>().Split('#')[^1];
        foreach (var described in new[] { own, any })
        {
            if (described?["x-problem-types"]!.AsArray().Any(type => type!.GetValue<string>() == anchor) == true)
            {
                return HeaderMistake(response, described)
                    ?? document.Mistake(described["content"]![media]!["schema"]!.AsObject(), problem);
            }
        }

        return $"{(int)response.StatusCode} {anchor} is not described";
    }

    private static string? HeaderMistake(HttpResponseMessage response, JsonObject described)
    {
        var headers = described["headers"] as JsonObject ?? [];
        var sent = response.Headers.Select(header => header.Key).Except(GeneralHeaders, StringComparer.OrdinalIgnoreCase).ToArray();
        if (sent.FirstOrDefault(name => !headers.ContainsKey(name)) is { } unknown)
            return $"the header {unknown} of {(int)response.StatusCode} is not described";
        return headers.FirstOrDefault(header => header.Value!["required"] is not null && !sent.Contains(header.Key)).Key is { } missing
            ? $"{(int)response.StatusCode} has no header {missing}"
            : null;
    }

    private static bool IsHeader(JsonNode parameter) => parameter["in"]!.GetValue<string>() == "header";

    private static async Task<JsonNode?> JsonOfAsync(HttpResponseMessage response) =>
        JsonNode.Parse(await response.Content.ReadAsStringAsync());
}

/// <summary>A parameter of an operation.</summary>
public sealed class ApiParameter(JsonObject body)
{
    public string Name { get; } = body["name"]!.GetValue<string>();

    public bool IsInPath { get; } = body["in"]!.GetValue<string>() == "path";

    public bool IsRequired { get; } = body["required"]?.GetValue<bool>() ?? false;

    /// <summary>Gets whether the elements of a list are repeated parameters; otherwise they are separated by commas.</summary>
    public bool Repeats { get; } = body["explode"]?.GetValue<bool>() ?? true;

    public JsonObject Schema { get; } = body["schema"]!.AsObject();

    public JsonNode? Example { get; } = body["example"];

    /// <summary>Returns a value as it is in a path or query: as one text, or as several for a repeated parameter.</summary>
    public string[] Texts(JsonNode value) => value is not JsonArray list ? [value.ToString()]
        : Repeats ? [.. list.Select(element => element!.ToString())]
        : [string.Join(',', list.Select(element => element!.ToString()))];
}
