using System.Buffers;
using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using Bridge.Api.Contract.OpenApi;
using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Api.Server.Security;

/// <summary>The secret of a ticket: 32 random bytes in base64url, which a request sends as a query parameter.</summary>
internal static class TicketSecret
{
    private const int Bytes = 32;

    private static readonly int Characters = Base64Url.GetEncodedLength(Bytes);
    private static readonly SearchValues<char> Alphabet =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

    /// <summary>Makes a secret.</summary>
    public static string Create() => Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>Returns the hash of a secret, which reveals neither its length nor its content.</summary>
    public static byte[] HashOf(string secret) => SHA256.HashData(Encoding.ASCII.GetBytes(secret));

    /// <summary>Finds the secret in a query.</summary>
    /// <param name="query">The query of a request.</param>
    /// <param name="secret">The secret; null if there are several, or what is there can't be one.</param>
    /// <returns>Whether the query has the parameter.</returns>
    public static bool IsIn(QueryString query, out string? secret)
    {
        var count = 0;
        secret = null;
        foreach (var pair in new QueryStringEnumerable(query.Value))
        {
            if (!pair.DecodeName().Span.Equals(TicketParameter.Name, StringComparison.OrdinalIgnoreCase))
                continue;
            var value = pair.DecodeValue().Span;
            secret = ++count == 1 && HasForm(value) ? value.ToString() : null;
        }

        return count > 0;
    }

    private static bool HasForm(ReadOnlySpan<char> text) => text.Length == Characters && !text.ContainsAnyExcept(Alphabet);
}
