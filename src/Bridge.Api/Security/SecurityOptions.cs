namespace Bridge.Api.Security;

/// <summary>Who may use the bridge, as the settings say.</summary>
/// <param name="Hosts">Names besides loopback's under which it may be addressed.</param>
/// <param name="Origins">Web sites besides its own pages that may use it.</param>
/// <param name="Tokens">The tokens of clients by name; none: no token is asked for.</param>
/// <param name="Rate">How many requests a client may send.</param>
/// <param name="TrustNetwork">Whether something else decides who reaches it.</param>
internal sealed record SecurityOptions(
    IReadOnlyList<string> Hosts, IReadOnlyList<string> Origins, IReadOnlyDictionary<string, TokenOptions> Tokens, RateOptions Rate,
    bool TrustNetwork);
