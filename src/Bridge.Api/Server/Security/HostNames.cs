using System.Globalization;
using System.Net;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Checks the host names in requests: those of the loopback interface with the port that the bridge listens on, and the configured ones,
/// which have a port or accept any.
/// </summary>
/// <remarks>This detects DNS rebinding: a page's browser sends the page's own name as <c>Host</c>, whatever that resolves to.</remarks>
internal sealed class HostNames
{
    private static readonly string[] Loopback = ["localhost", "127.0.0.1", "[::1]"];

    private readonly (string Name, int? Port)[] _configured;
    private Match? _latest; // The latest request whose name was accepted.

    /// <param name="configured">Names, each with or without a port.</param>
    public HostNames(IEnumerable<string> configured) =>
        _configured = [.. configured.Select(text => (NameOf(text, out var port).ToString(), port))];

    /// <summary>Returns whether a text is a name, or a name and a port: no scheme, no path, no wildcard.</summary>
    public static bool IsName(string text)
    {
        var host = NameOf(text, out _);
        return Uri.CheckHostName(host.ToString()) != UriHostNameType.Unknown && (!host.Contains(':') || host is ['[', .., ']']);
    }

    /// <summary>
    /// Returns whether a text names this machine, with or without a port: localhost or a name below it, or a loopback address.
    /// </summary>
    public static bool IsLoopback(string text)
    {
        var host = NameOf(text, out _).ToString();
        return host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
    }

    /// <summary>Returns whether a request at <paramref name="localPort"/> may have this <c>Host</c>.</summary>
    /// <param name="host">The host with its port, unless that is the default of the scheme.</param>
    /// <param name="localPort">
    /// The port of the connection; null over a Unix socket, where the port in <c>Host</c> means nothing.
    /// </param>
    /// <param name="schemesPort">The port of a <c>Host</c> without one: 80, or 443 with TLS.</param>
    public bool Contain(string? host, int? localPort, int schemesPort)
    {
        // Cached: nearly all requests have the same host as the one before, and parsing it costs as much as all other checks.
        if (_latest is { } latest && host == latest.Host && localPort == latest.LocalPort && schemesPort == latest.SchemesPort)
            return true;
        if (host is null || !Has(host, localPort, schemesPort))
            return false;
        _latest = new Match(host, localPort, schemesPort);
        return true;
    }

    private bool Has(string host, int? localPort, int schemesPort)
    {
        var requested = NameOf(host, out var given);
        var port = given ?? schemesPort;
        foreach (var name in Loopback)
        {
            if (requested.Equals(name, StringComparison.OrdinalIgnoreCase) && (localPort is null || port == localPort))
                return true;
        }

        foreach (var (name, own) in _configured)
        {
            if (requested.Equals(name, StringComparison.OrdinalIgnoreCase) && (own is null || own == port))
                return true;
        }

        return false;
    }

    /// <summary>Lists all names, for a sentence.</summary>
    public string Describe(int? localPort) => string.Join(", ", Loopback
        .Select(name => localPort is { } port ? string.Create(CultureInfo.InvariantCulture, $"{name}:{port}") : name)
        .Concat(_configured.Select(
            entry => entry.Port is { } port ? string.Create(CultureInfo.InvariantCulture, $"{entry.Name}:{port}") : entry.Name)));

    // Text after the last colon that is not a port stays part of the name, which then matches nothing. So does a NUL at the end, which
    // .NET's parser of numbers ignores.
    private static ReadOnlySpan<char> NameOf(ReadOnlySpan<char> host, out int? port)
    {
        var colon = host.LastIndexOf(':');
        var hasPort = ushort.TryParse(host[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var number) && colon >= 0
            && host is not [.., '\0'];
        port = hasPort ? number : null;
        return hasPort ? host[..colon] : host;
    }

    private sealed record Match(string Host, int? LocalPort, int SchemesPort);
}
