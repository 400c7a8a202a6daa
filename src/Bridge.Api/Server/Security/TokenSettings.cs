using System.Text.RegularExpressions;
using Bridge.Api.Contract.OpenApi;

namespace Bridge.Api.Server.Security;

/// <summary>Checks the configured tokens; no sentence shows the value of a token.</summary>
internal static partial class TokenSettings
{
    // Each request is compared with all tokens.
    private const int MaxTokens = 64;

    /// <summary>Returns a sentence for each mistake.</summary>
    /// <param name="tokens">The tokens by name.</param>
    /// <param name="emulators">The names of the configured emulators; null: tokens may name others as well.</param>
    public static IEnumerable<string> FailuresOf(IReadOnlyDictionary<string, TokenOptions> tokens, IReadOnlyCollection<string>? emulators)
    {
        if (tokens.Count > MaxTokens)
            yield return $"Bridge:Tokens must have at most {MaxTokens} tokens; got {tokens.Count}.";
        var values = new HashSet<string>();
        foreach (var (name, token) in tokens)
        {
            var setting = $"Bridge:Tokens:{name}";
            if (!Shape().IsMatch(token.Value))
                yield return $"{setting}:Value must be 16 to 256 characters of A-Z, a-z, 0-9 and -._~+/=, for example from "
                    + $"openssl rand -hex 32; got {token.Value.Length} characters.";
            else if (!values.Add(token.Value))
                yield return $"{setting}:Value must be unique; another token has the same value.";
            if (token.Scopes is { Count: 0 })
                yield return
                    $"{setting}:Scopes must be a list of {ScopeNames.Of(ScopeNames.All)}, or left out for all of them; got an empty list.";
            foreach (var scope in token.Scopes?.Where(scope => ScopeNames.Find(scope) is null) ?? [])
                yield return $"{setting}:Scopes must be a list of {ScopeNames.Of(ScopeNames.All)}; got \"{scope}\".";
            if (token.Emulators is { Count: 0 })
                yield return $"{setting}:Emulators must be a list of emulators, or left out for all of them; got an empty list.";
            if (emulators is null)
                continue;
            string[] known = [.. emulators.Append("default").Distinct()];
            foreach (var emulator in token.Emulators?.Except(known) ?? [])
                yield return $"{setting}:Emulators must be a list of {string.Join(", ", known)}; got \"{emulator}\".";
        }
    }

    // RFC 6750, 2.1.
    [GeneratedRegex(@"^[A-Za-z0-9._~+/=-]{16,256}\z")]
    private static partial Regex Shape();
}
