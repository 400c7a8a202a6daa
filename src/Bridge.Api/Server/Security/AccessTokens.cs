using System.Security.Cryptography;
using System.Text;
using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Server.Security;

/// <summary>Finds configured tokens.</summary>
internal sealed class AccessTokens(SecurityOptions options)
{
    private const int MaxCharacters = 256;
    private const string Scheme = "Bearer ";

    private readonly AccessToken[] _tokens =
        [.. options.Tokens.Select(pair => new AccessToken(pair.Key, pair.Value, options.Tokens.Count == 1))];

    /// <summary>Gets whether any token is configured, so that requests need one.</summary>
    public bool AreNeeded => _tokens.Length > 0;

    /// <summary>Returns the token in a header <c>Authorization</c>; null if it has no configured token, or several values.</summary>
    public AccessToken? FindIn(StringValues authorization) =>
        authorization is [{ } text] && text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
            ? Find(text.AsSpan(Scheme.Length).Trim())
            : null;

    /// <summary>Returns the token with this value; null if none is configured.</summary>
    public AccessToken? Find(ReadOnlySpan<char> given)
    {
        if (given.Length > MaxCharacters)
            return null;
        Span<byte> bytes = stackalloc byte[MaxCharacters * 3];
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(bytes[..Encoding.UTF8.GetBytes(given, bytes)], hash);
        AccessToken? found = null;
        // Compares all tokens, so that the duration doesn't reveal which one matches.
        foreach (var token in _tokens)
        {
            if (token.Is(hash))
                found = token;
        }

        return found;
    }
}
