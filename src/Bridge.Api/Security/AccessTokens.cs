using System.Security.Cryptography;
using System.Text;
using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Security;

/// <summary>The configured tokens.</summary>
internal sealed class AccessTokens(SecurityOptions options)
{
    private const int MaxCharacters = 256;
    private const string Scheme = "Bearer ";

    private readonly AccessToken[] _tokens =
        [.. options.Tokens.Select(pair => new AccessToken(pair.Key, pair.Value, options.Tokens.Count == 1))];

    /// <summary>Whether there is any, so that requests need one.</summary>
    public bool AreNeeded => _tokens.Length > 0;

    /// <summary>The one in a header <c>Authorization</c>; null when there is none of them in it, or more than one.</summary>
    public AccessToken? FindIn(StringValues authorization) =>
        authorization is [{ } text] && text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
            ? Find(text.AsSpan(Scheme.Length).Trim())
            : null;

    /// <summary>The one with this value; null when it is none of them.</summary>
    public AccessToken? Find(ReadOnlySpan<char> given)
    {
        if (given.Length > MaxCharacters)
            return null;
        Span<byte> bytes = stackalloc byte[MaxCharacters * 3];
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(bytes[..Encoding.UTF8.GetBytes(given, bytes)], hash);
        AccessToken? found = null;
        // All of them, wherever it is.
        foreach (var token in _tokens)
        {
            if (token.Is(hash))
                found = token;
        }

        return found;
    }
}
