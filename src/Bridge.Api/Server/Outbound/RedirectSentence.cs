using System.Globalization;

namespace Bridge.Api.Server.Outbound;

/// <summary>Writes the error for a redirect, which no client follows.</summary>
internal static class RedirectSentence
{
    /// <summary>Returns the sentence for a redirect; null for another response.</summary>
    public static string? Of(HttpResponseMessage response)
    {
        if ((int)response.StatusCode is var status && status is < 300 or >= 400)
            return null;
        // Only the origin, because the rest of a Location may be a secret.
        var origin = response.Headers.Location is { IsAbsoluteUri: true, Scheme: "http" or "https" } target
            ? target.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped)
            : null;
        return string.Create(CultureInfo.InvariantCulture, $"The bridge answered {status}")
            + (origin is null ? "; clients do not follow redirects. Check the address."
                : $" and points to {origin}; clients do not follow redirects. Use that address.");
    }
}
