using Bridge.Api.Contract.Errors;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Refuses bodies that are compressed, or in a charset that the bridge doesn't read. Its texts are UTF-8.</summary>
internal static class BodyCoding
{
    private const string Plain = "identity";
    private const string Charset = "charset";

    // The bytes of ASCII texts are the same in these; any others are refused where the text is read.
    private static readonly string[] Charsets = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1"];

    /// <summary>Returns why the body can't be read; null if it can, or if there is none.</summary>
    public static RequestException? FindProblem(HttpRequest request)
    {
        var codings = request.Headers.ContentEncoding;
        var mayHaveCharset = request.ContentType?.Contains(Charset, StringComparison.OrdinalIgnoreCase) == true;
        if ((codings.Count == 0 && !mayHaveCharset)
            || request.HttpContext.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false)
            return null;
        if (codings.Count > 0 && !string.Equals(codings, Plain, StringComparison.OrdinalIgnoreCase))
        {
            return new RequestException(ProblemTypes.UnsupportedMediaType,
                $"Content-Encoding must be {Plain}, or be left out; got \"{Parameters.Shorten(codings.ToString())}\".",
                HeaderNames.ContentEncoding);
        }

        return mayHaveCharset && MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
            && HeaderUtilities.RemoveQuotes(type.Charset).Value is { } charset
            && !Charsets.Contains(charset, StringComparer.OrdinalIgnoreCase)
            ? new RequestException(ProblemTypes.UnsupportedMediaType,
                $"The {Charset} in Content-Type must be utf-8; got \"{Parameters.Shorten(charset)}\".", HeaderNames.ContentType)
            : null;
    }
}
