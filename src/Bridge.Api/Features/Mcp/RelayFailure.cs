using System.Globalization;
using System.Text.Json;

namespace Bridge.Api.Features.Mcp;

/// <summary>Sentences for requests that got no response of JSON-RPC.</summary>
internal static class RelayFailure
{
    private const string LookFirst = "It may have been done. Call game_look before you repeat it.";
    private const string Nothing = "Nothing was done.";

    /// <summary>Returns the sentence for a request that no bridge got.</summary>
    public static string NoBridge(string sentence) => $"no-bridge: {sentence} {Nothing}";

    /// <summary>Returns the sentence for a request that a bridge may have got.</summary>
    public static string Unknown(string sentence) => $"outcome-unknown: {sentence} {LookFirst}";

    /// <summary>Returns the sentence for a connection that failed.</summary>
    public static string Of(Exception exception, Uri endpoint)
    {
        var address = endpoint.GetLeftPart(UriPartial.Authority);
        var reason = exception.Message.TrimEnd('.');
        return (exception as HttpRequestException)?.HttpRequestError switch
        {
            HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError =>
                NoBridge($"Nothing listens at {address}: start the bridge, or name its address with --url."),
            HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError =>
                NoBridge($"No secure connection to {address} ({reason})."),
            _ => Unknown($"The answer of {address} broke off ({reason})."),
        };
    }

    /// <summary>Returns the sentence for a response whose body is no JSON-RPC: that of the problem in it, or what the body is.</summary>
    public static string Of(HttpResponseMessage response, string body, Uri endpoint)
    {
        var (detail, isSafe) = ProblemIn(body);
        var sentence = detail ?? string.Create(CultureInfo.InvariantCulture,
            $"{endpoint} answered {(int)response.StatusCode} with {KindOf(response, body)}: check the address.");
        if (isSafe || (int)response.StatusCode is >= 400 and < 500)
            return $"{sentence} {Nothing}";
        return detail is null ? Unknown(sentence) : $"{sentence} {LookFirst}";
    }

    private static string KindOf(HttpResponseMessage response, string body) => body.Length == 0 ? "an empty body"
        : response.Content.Headers.ContentType?.MediaType is { } type ? $"{type}, and no response to this request"
        : "no response to this request";

    private static (string? Detail, bool IsSafe) ProblemIn(string text)
    {
        try
        {
            using var problem = JsonDocument.Parse(text);
            var detail = MessageMember.Find(problem.RootElement, "detail");
            return (detail is { ValueKind: JsonValueKind.String } sentence ? sentence.GetString() : null,
                MessageMember.Find(problem.RootElement, "safeToRepeat") is { ValueKind: JsonValueKind.True });
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return default;
        }
    }
}
