namespace Bridge.Api.Server.Security;

/// <summary>Settings of access to the bridge.</summary>
/// <param name="Hosts">Host names of the bridge besides those of loopback.</param>
/// <param name="Origins">Web sites that may use the bridge besides its own pages.</param>
/// <param name="Tokens">The tokens of clients by name; empty: no token is required.</param>
/// <param name="Rate">The rate limit of each client.</param>
/// <param name="TrustNetwork">Whether a proxy or firewall controls access to the bridge.</param>
internal sealed record SecurityOptions(
    IReadOnlyList<string> Hosts, IReadOnlyList<string> Origins, IReadOnlyDictionary<string, TokenOptions> Tokens, RateOptions Rate,
    bool TrustNetwork);
