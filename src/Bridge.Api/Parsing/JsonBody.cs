using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Json;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Parsing;

/// <summary>Reads a JSON body; an exception about an invalid member names it.</summary>
internal static class JsonBody
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <exception cref="RequestException">The body is not JSON (415), or its type or a member is invalid (400).</exception>
    public static async Task<T> ReadAsync<T>(HttpRequest request, JsonTypeInfo<T> type) where T : class
    {
        if (!request.HasJsonContentType())
        {
            throw new RequestException(ProblemTypes.UnsupportedMediaType,
                $"Content-Type must be application/json; got \"{request.ContentType}\".", "Content-Type");
        }

        using var document = await ParseAsync(request);
        var kind = type.Kind == JsonTypeInfoKind.Enumerable ? JsonValueKind.Array : JsonValueKind.Object;
        if (document.RootElement.ValueKind != kind)
            throw new RequestException(ProblemTypes.InvalidBody,
                $"The body must be {BodyMember.Kind(type)}; got {KindOf(document.RootElement)}.");
        try
        {
            return Read(document.RootElement, type);
        }
        catch (InvalidOperationException)
        {
            throw NoUnicode();
        }
    }

    /// <summary>Reads a body that may be left out; returns null then.</summary>
    public static async Task<T?> ReadIfAnyAsync<T>(HttpRequest request, JsonTypeInfo<T> type) where T : class =>
        request.HttpContext.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false ? null : await ReadAsync(request, type);

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
            await request.WholeBodyAsync();
            return await JsonDocument.ParseAsync(request.Body, Strict, request.HttpContext.RequestAborted);
        }
        catch (JsonException exception)
        {
            throw new RequestException(ProblemTypes.InvalidBody,
                exception.LineNumber is { } line
                    ? $"The body is not valid JSON at line {line + 1}, byte {exception.BytePositionInLine + 1}."
                    : "The body has the same member twice.");
        }
        catch (InvalidOperationException)
        {
            throw NoUnicode();
        }
    }

    private static string KindOf(JsonElement body) => body.ValueKind switch
    {
        JsonValueKind.Array => "a list",
        JsonValueKind.Object => "an object",
        _ => Parameters.Shorten(body.GetRawText()),
    };

    // The parser lets bytes that are no UTF-8, and lone surrogates like \ud800, pass until they are read as text.
    private static RequestException NoUnicode() => new(ProblemTypes.InvalidBody, "The body has a string that is not valid UTF-8.");

    private static RequestException Refuse(JsonException exception, JsonElement body, JsonTypeInfo type)
    {
        var member = BodyMember.Find(exception.Path ?? "$", body, type);
        return new RequestException(ProblemTypes.InvalidBody, member.IsKnown
            ? $"{member.Name} must be {BodyMember.Kind(member.Type)}; got {Parameters.Shorten(member.Got)}."
            : $"Unknown member \"{member.Name}\"; {(member.Owner.Length == 0 ? "the body" : member.Owner)} must be "
                + $"{BodyMember.Kind(member.Type)}.", member.Path);
    }
}
