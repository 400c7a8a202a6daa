using System.Globalization;
using System.Net;
using Bridge.Doors;
using Bridge.Doors.Listening;

namespace Bridge.Api.Features.Doors;

/// <summary>Settings of the doors of one kind (docs/doors.md).</summary>
internal record DoorSettings
{
    /// <summary>
    /// Gets or sets the port of the default emulator's door, 1 to 65535. Default 0: it is closed until a client opens it.
    /// </summary>
    public int Port { get; set; }

    /// <summary>Gets or sets the IP address on which all doors of the kind listen. Default <c>127.0.0.1</c>.</summary>
    public string Address { get; set; } = $"{IPAddress.Loopback}";

    /// <summary>
    /// Gets or sets what their clients may do: <c>read</c> or <c>write</c>, which includes <c>read</c>. Default <c>write</c>.
    /// </summary>
    public string Access { get; set; } = DoorRules.Access.Default!;

    /// <summary>Returns the endpoint of a port. <see cref="Address"/> must be valid.</summary>
    public IPEndPoint At(int port) => new(IPAddress.Parse(Address), port);

    /// <summary>Returns a sentence for each setting that can't be used.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="section">The section of the settings.</param>
    /// <param name="trustsNetwork">Whether a firewall controls access to the bridge.</param>
    public virtual IEnumerable<string> FindFailures(DoorKind kind, string section, bool trustsNetwork)
    {
        if (Port is < 0 or > 65535)
            yield return string.Create(CultureInfo.InvariantCulture, $"{section}:Port must be 0 to 65535; got {Port}.");
        if (!IPAddress.TryParse(Address, out var address))
            yield return $"{section}:Address must be an IP address, like 127.0.0.1; got \"{Address}\".";
        else if (!IPAddress.IsLoopback(address) && !trustsNetwork)
            yield return $"{section}:Address is {Address}, which other machines can reach, and the protocol has no token. Use 127.0.0.1, "
                + "or set Bridge:TrustNetwork to true if a firewall controls access to it.";
        if (!DoorRules.Access.Accepts(Access))
            yield return $"{section}:Access must be read or write; got \"{Access}\".";
        else if (DoorRules.AccessOf(Access) < kind.MinAccess)
            yield return $"{section}:Access must be {DoorRules.NameOf(kind.MinAccess)} for {kind.Name}; got \"{Access}\".";
    }
}
