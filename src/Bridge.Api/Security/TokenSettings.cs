using System.Text.RegularExpressions;

namespace Bridge.Api.Security;

/// <summary>Checks the configured tokens; no sentence shows one.</summary>
internal static partial class TokenSettings
{
    // All of them are compared for each request.
    private const int MostTokens = 64;

    /// <summary>Says what is wrong with them.</summary>
    /// <param name="tokens">The tokens by name.</param>
    /// <param name="emulators">The names of the configured emulators.</param>
    public static IEnumerable<string> FailuresOf(IReadOnlyDictionary<string, TokenOptions> tokens, IReadOnlyCollection<string> emulators)
    {
        if (tokens.Count > MostTokens)
            yield return $"Bridge:Tokens has {tokens.Count} tokens; there may be {MostTokens}.";
        var values = new HashSet<string>();
        foreach (var (name, token) in tokens)
        {
            var setting = $"Bridge:Tokens:{name}";
            if (!Shape().IsMatch(token.Value))
                yield return $"{setting}:Value has {token.Value.Length} characters; "
                    + "it is 16 to 256 of A-Z, a-z, 0-9 and -._~+/=, best made by a program like openssl rand -hex 32.";
            else if (!values.Add(token.Value))
                yield return $"{setting}:Value is that of another token, too; each has its own.";
            if (token.Scopes is { Count: 0 })
                yield return $"{setting}:Scopes is empty; it lists {ScopeNames.Of(ScopeNames.All)}, or is left out for all of them.";
            foreach (var scope in token.Scopes?.Where(scope => ScopeNames.Find(scope) is null) ?? [])
                yield return $"{setting}:Scopes has \"{scope}\"; there are {ScopeNames.Of(ScopeNames.All)}.";
            if (token.Emulators is { Count: 0 })
                yield return $"{setting}:Emulators is empty; it lists emulators, or is left out for all of them.";
            string[] known = [.. emulators.Append("default").Distinct()];
            foreach (var emulator in token.Emulators?.Except(known) ?? [])
                yield return $"{setting}:Emulators has \"{emulator}\"; configured are {string.Join(", ", known)}.";
        }
    }

    // RFC 6750, 2.1.
    [GeneratedRegex(@"^[A-Za-z0-9._~+/=-]{16,256}\z")]
    private static partial Regex Shape();
}
