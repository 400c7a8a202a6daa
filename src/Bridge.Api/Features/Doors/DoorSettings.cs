using System.Globalization;
using System.Net;

namespace Bridge.Api.Features.Gdb;

/// <summary>Settings of the doors for GDB (docs/debugging.md).</summary>
internal sealed record GdbOptions
{
    private const string Section = "Bridge:Doors:Gdb";

    /// <summary>
    /// Gets or sets the port of the default emulator's door, 1 to 65535. Default 0: it is closed until a client opens it.
    /// </summary>
    public int Port { get; set; }

    /// <summary>Gets or sets the IP address on which all doors listen. Default <c>127.0.0.1</c>.</summary>
    public string Address { get; set; } = $"{IPAddress.Loopback}";

    /// <summary>Returns where a door listens.</summary>
    public IPEndPoint At(int port) => new(IPAddress.Parse(Address), port);

    /// <summary>Returns a sentence for each setting that can't be used.</summary>
    /// <param name="trustsNetwork">Whether a firewall controls access to the bridge.</param>
    public IEnumerable<string> FindFailures(bool trustsNetwork)
    {
        if (Port is < 0 or > 65535)
            yield return string.Create(CultureInfo.InvariantCulture, $"{Section}:Port must be 0 to 65535; got {Port}.");
        if (!IPAddress.TryParse(Address, out var address))
            yield return $"{Section}:Address must be an IP address, like 127.0.0.1; got \"{Address}\".";
        else if (!IPAddress.IsLoopback(address) && !trustsNetwork)
            yield return $"{Section}:Address is {Address}, which other machines can reach, and GDB sends no token. Use 127.0.0.1, or set "
                + "Bridge:TrustNetwork to true if a firewall controls access to the port.";
    }
}
