using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Errors;

namespace Bridge.Api.Json;

/// <summary>Reads a JSON body; what doesn't fit is refused with a sentence that names the member.</summary>
internal static class JsonBody
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <exception cref="RequestException">It is not JSON (415), no such object, or has a member that doesn't belong (400).</exception>
    public static async Task<T> ReadAsync<T>(HttpRequest request, JsonTypeInfo<T> type) where T : class
    {
        if (!request.HasJsonContentType())
        {
            throw new RequestException(ProblemTypes.UnsupportedMediaType,
                $"The body's type is \"{request.ContentType}\"; {request.Path} takes application/json.", "Content-Type");
        }

        using var document = await ParseAsync(request);
        if (document.RootElement.ValueKind != JsonValueKind.Object)
            throw new RequestException(ProblemTypes.InvalidBody, $"The body is no JSON object; {Shape(type)}.");
        try
        {
            return Read(document.RootElement, type);
        }
        catch (InvalidOperationException)
        {
            throw NoUnicode();
        }
    }

    private static T Read<T>(JsonElement body, JsonTypeInfo<T> type) where T : class
    {
        try
        {
            return body.Deserialize(type)!;
        }
        catch (JsonException exception)
        {
            throw Refuse(exception, body, type);
        }
    }

    private static async Task<JsonDocument> ParseAsync(HttpRequest request)
    {
        try
        {
            return await JsonDocument.ParseAsync(request.Body, Strict, request.HttpContext.RequestAborted);
        }
        catch (JsonException exception)
        {
            throw new RequestException(ProblemTypes.InvalidBody,
                exception.LineNumber is { } line
                    ? $"The body is not valid JSON at line {line + 1}, byte {exception.BytePositionInLine + 1}."
                    : "The body names a member twice.");
        }
        catch (InvalidOperationException)
        {
            throw NoUnicode();
        }
    }

    // The parser lets bytes that are no UTF-8, and lone surrogates like \ud800, pass until they are read as text.
    private static RequestException NoUnicode() => new(ProblemTypes.InvalidBody, "The body holds a text that is not valid UTF-8.");

    private static RequestException Refuse(JsonException exception, JsonElement body, JsonTypeInfo type)
    {
        var path = exception.Path is ['$', '.', ..] ? exception.Path[2..] : "";
        var name = path.Split('[', '.')[0];
        if (type.Properties.FirstOrDefault(property => property.Name == name) is not { } member)
        {
            return new RequestException(ProblemTypes.InvalidBody, $"The body has no member \"{path}\"; {Shape(type)}.", path);
        }

        var got = body.TryGetProperty(name, out var value) ? value.GetRawText() : "missing";
        return new RequestException(ProblemTypes.InvalidBody,
            $"{name} is {(got.Length <= 64 ? got : $"{got[..64]}…")}; it is {Kind(member.PropertyType)}.", path);
    }

    private static string Shape(JsonTypeInfo type) => $"it is an object with {string.Join(", ", type.Properties.Select(property => property.Name))}";

    private static string Kind(Type type) => (Nullable.GetUnderlyingType(type) ?? type) switch
    {
        { } t when t == typeof(bool) => "true or false",
        { } t when t == typeof(int) || t == typeof(long) => "a whole number",
        { } t when t == typeof(double) => "a number",
        { } t when t == typeof(string) => "a text",
        _ => "a list of texts",
    };
}
