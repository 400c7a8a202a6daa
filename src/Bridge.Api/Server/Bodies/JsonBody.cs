using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Json;
using Bridge.Api.Contract.Parsing;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Server.Bodies;

/// <summary>Reads a JSON body; an exception about an invalid member names it.</summary>
internal static class JsonBody
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <exception cref="RequestException">The body is not JSON (415), or its type or a member is invalid (400).</exception>
    public static async Task<T> ReadAsync<T>(HttpRequest request, JsonTypeInfo<T> type) where T : class
    {
        RequireJson(request);
        using var document = await ParseAsync(request);
        var kind = type.Kind == JsonTypeInfoKind.Enumerable ? JsonValueKind.Array : JsonValueKind.Object;
        if (document.RootElement.ValueKind != kind)
            throw new RequestException(ProblemTypes.InvalidBody,
                $"The body must be {BodyMember.Kind(type)}; got {KindOf(document.RootElement)}.");
        return Read(document.RootElement, type);
    }

    /// <exception cref="RequestException">The body is not JSON (415).</exception>
    public static void RequireJson(HttpRequest request)
    {
        if (!request.HasJsonContentType())
        {
            throw new RequestException(ProblemTypes.UnsupportedMediaType,
                $"Content-Type must be application/json; got \"{request.ContentType}\".", "Content-Type");
        }
    }

    /// <summary>Reads JSON that is already parsed.</summary>
    /// <param name="body">The JSON.</param>
    /// <param name="type">The type to convert it to.</param>
    /// <param name="name">The name of the whole in error sentences.</param>
    /// <exception cref="RequestException">A member is unknown or has a wrong type.</exception>
    public static T Read<T>(JsonElement body, JsonTypeInfo<T> type, string name = "the body") where T : class
    {
        try
        {
            return Deserialize(body, type, name);
        }
        catch (InvalidOperationException)
        {
            throw NoUnicode();
        }
    }

    /// <summary>Reads a member that a converter takes apart, because it may have JSON of several kinds.</summary>
    /// <exception cref="RequestException">A member of it is unknown or has a wrong type.</exception>
    public static T ReadMember<T>(JsonElement member, JsonTypeInfo<T> type, string name) where T : class
    {
        try
        {
            return Read(member, type, name);
        }
        catch (RequestException refused) when (refused.Parameter is { } parameter)
        {
            throw refused.Message.StartsWith(parameter, StringComparison.Ordinal)
                ? refused.Of(name)
                : new RequestException(refused.Type, refused.Message, $"{name}.{parameter}");
        }
    }

    /// <summary>Returns the refusal of a string that is not valid Unicode. The parser accepts it until it is read as text.</summary>
    /// <param name="member">The path of the member that has it; empty if it is unknown.</param>
    public static RequestException NoUnicode(string member = "") => new(ProblemTypes.InvalidBody,
        $"{(member.Length == 0 ? "The body" : member)} has a string that is not valid Unicode: bytes that are not UTF-8, or half of a "
            + "surrogate pair like \\ud800.",
        member.Length == 0 ? null : member);

    /// <summary>Reads a body that may be left out; returns null then.</summary>
    public static async Task<T?> ReadIfAnyAsync<T>(HttpRequest request, JsonTypeInfo<T> type) where T : class =>
        request.HttpContext.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false ? null : await ReadAsync(request, type);

    private static T Deserialize<T>(JsonElement body, JsonTypeInfo<T> type, string name) where T : class
    {
        try
        {
            return body.Deserialize(type)!;
        }
        catch (JsonException exception)
        {
            throw Refuse(exception, body, type, name);
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

    private static RequestException Refuse(JsonException exception, JsonElement body, JsonTypeInfo type, string name)
    {
        var member = BodyMember.Find(exception.Path ?? "$", body, type);
        if (member.IsKnown && EscapedText.IsBrokenIn(new ReadOnlySequence<byte>(Encoding.UTF8.GetBytes(member.Got))))
            return NoUnicode(member.Path);
        return new RequestException(ProblemTypes.InvalidBody, member.IsKnown
            ? $"{member.Name} must be {BodyMember.Kind(member.Type)}; got {Parameters.Shorten(member.Got)}."
            : $"Unknown member \"{member.Name}\"; {(member.Owner.Length == 0 ? name : member.Owner)} must be "
                + $"{BodyMember.Kind(member.Type)}.", member.Path);
    }
}
