using System.Globalization;
using System.Net;

namespace Bridge.Api.Security;

/// <summary>
/// The names under which the bridge may be addressed: those of the loopback interface with the port that it listens on, and the
/// configured ones, which have a port of their own or take any.
/// </summary>
/// <remarks>Whatever a page's own name resolves to, its browser puts that name into <c>Host</c>: that is how DNS rebinding shows.</remarks>
internal sealed class HostNames
{
    private static readonly string[] Loopback = ["localhost", "127.0.0.1", "[::1]"];

    private readonly (string Name, int? Port)[] _configured;
    private Match? _latest;

    /// <param name="configured">Each a name, or a name and a port.</param>
    public HostNames(IEnumerable<string> configured) =>
        _configured = [.. configured.Select(text => (NameOf(text, out var port).ToString(), port))];

    /// <summary>Whether this is a name, or a name and a port: no scheme, no path, no wildcard.</summary>
    public static bool IsName(string text)
    {
        var host = NameOf(text, out _);
        return Uri.CheckHostName(host.ToString()) != UriHostNameType.Unknown && (!host.Contains(':') || host is ['[', .., ']']);
    }

    /// <summary>
    /// Returns whether this is a name of the machine itself, with a port or without: localhost or a name below it, or a loopback address.
    /// </summary>
    public static bool IsLoopback(string text)
    {
        var host = NameOf(text, out _).ToString();
        return host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
    }

    /// <summary>Whether a request that came in at <paramref name="localPort"/> may have this <c>Host</c>.</summary>
    /// <param name="host">With its port, unless that is the scheme's own.</param>
    /// <param name="localPort">
    /// That of the connection; null over a socket in the file system, where the port that a client names says nothing.
    /// </param>
    /// <param name="schemesPort">What a <c>Host</c> without a port means: 80, or 443 with TLS.</param>
    public bool Contain(string? host, int? localPort, int schemesPort)
    {
        // Nearly all requests name what the one before did, and taking a name to pieces costs as much as all other checks.
        if (_latest is { } latest && host == latest.Host && localPort == latest.LocalPort && schemesPort == latest.SchemesPort)
            return true;
        if (host is null || !Has(host, localPort, schemesPort))
            return false;
        _latest = new Match(host, localPort, schemesPort);
        return true;
    }

    private bool Has(string host, int? localPort, int schemesPort)
    {
        var asked = NameOf(host, out var given);
        var port = given ?? schemesPort;
        foreach (var name in Loopback)
        {
            if (asked.Equals(name, StringComparison.OrdinalIgnoreCase) && (localPort is null || port == localPort))
                return true;
        }

        foreach (var (name, own) in _configured)
        {
            if (asked.Equals(name, StringComparison.OrdinalIgnoreCase) && (own is null || own == port))
                return true;
        }

        return false;
    }

    /// <summary>All of them, for a sentence.</summary>
    public string Describe(int? localPort) => string.Join(", ", Loopback
        .Select(name => localPort is { } port ? string.Create(CultureInfo.InvariantCulture, $"{name}:{port}") : name)
        .Concat(_configured.Select(
            entry => entry.Port is { } port ? string.Create(CultureInfo.InvariantCulture, $"{entry.Name}:{port}") : entry.Name)));

    // What stands behind the last colon and is no port stays part of the name, which then is nobody's.
    private static ReadOnlySpan<char> NameOf(ReadOnlySpan<char> host, out int? port)
    {
        var colon = host.LastIndexOf(':');
        var has = ushort.TryParse(host[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var number) && colon >= 0
            && host is not [.., '\0'];
        port = has ? number : null;
        return has ? host[..colon] : host;
    }

    private sealed record Match(string Host, int? LocalPort, int SchemesPort);
}
