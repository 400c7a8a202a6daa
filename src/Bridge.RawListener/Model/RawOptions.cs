using System.Globalization;
using System.Net;

namespace Bridge.RawListener.Model;

/// <summary>Configures the listener for messages without HTTP (docs/protocol/raw-listener.md).</summary>
public record RawOptions
{
    /// <summary>Gets or sets the TCP address: an IP address with a port, like <c>127.0.0.1:7186</c>. Default null: no TCP.</summary>
    public string? Address { get; set; }

    /// <summary>Gets or sets the max concurrent clients, 1 to 1,000,000. Default 10,000.</summary>
    public int Connections { get; set; } = 10_000;

    /// <summary>
    /// Gets or sets the timeout for a client to say hello, to finish a message and to continue reading a reply, 0.1 to 60 s. Default 10 s.
    /// </summary>
    public TimeSpan Patience { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Finds the settings that are out of range.</summary>
    /// <param name="section">The section's name, like <c>Bridge:Raw</c>.</param>
    /// <returns>A sentence for each; none if all are valid.</returns>
    public IEnumerable<string> FindFailures(string section)
    {
        if (Address is not null && !TryGetAddress(out _))
            yield return $"{section}:Address must be an address and a port, like 127.0.0.1:7186 or [::1]:7186; got \"{Address}\".";
        if (Connections is < 1 or > 1_000_000)
            yield return string.Create(CultureInfo.InvariantCulture, $"{section}:Connections must be 1 to 1000000; got {Connections}.");
        if (Patience < TimeSpan.FromMilliseconds(100) || Patience > TimeSpan.FromMinutes(1))
            yield return $"{section}:Patience must be 00:00:00.100 to 00:01:00; got {Patience}.";
    }

    /// <summary>Parses <see cref="Address"/>. Returns false if there is none, or it has no port.</summary>
    public bool TryGetAddress(out IPEndPoint address) => IPEndPoint.TryParse(Address ?? "", out address!) && address.Port != 0;
}
