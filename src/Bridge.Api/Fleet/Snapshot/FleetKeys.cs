using System.Text;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>The keys of a fleet in etcd, below <c>/bridge/FLEET/</c>.</summary>
internal sealed class FleetKeys(string fleet)
{
    private const string Hosts = "hosts/";
    private const string Members = "members/";
    private const string Names = "names/";
    private const string RomLists = "roms/";

    private readonly string _prefix = $"/bridge/{fleet}/";

    /// <summary>Gets the first key of the snapshot; <c>creations/</c> comes before it.</summary>
    public byte[] SnapshotFrom => Bytes(Hosts);

    /// <summary>Gets the end of them: the character 0 comes after a slash.</summary>
    public byte[] SnapshotTo => Bytes("roms0");

    /// <summary>Gets the first key of a host.</summary>
    public byte[] HostsFrom => Bytes(Hosts);

    /// <summary>Gets the end of the hosts' keys.</summary>
    public byte[] HostsTo => Bytes("hosts0");

    public byte[] Host(string id) => Bytes(Hosts + id);

    public byte[] Member(string id) => Bytes(Members + id);

    public byte[] Name(string name) => Bytes(Names + name);

    public byte[] Roms(string hash) => Bytes(RomLists + hash);

    public byte[] Creation(string key) => Bytes("creations/" + key);

    /// <summary>Returns what a key is about, and its last part.</summary>
    public (FleetKeyKind Kind, string Name) Read(byte[] key)
    {
        var text = Encoding.UTF8.GetString(key);
        if (!text.StartsWith(_prefix, StringComparison.Ordinal))
            return (FleetKeyKind.Other, text);
        var rest = text[_prefix.Length..];
        return Split(rest, Hosts, FleetKeyKind.Host) ?? Split(rest, Members, FleetKeyKind.Member) ?? Split(rest, Names, FleetKeyKind.Name)
            ?? Split(rest, RomLists, FleetKeyKind.Roms) ?? (FleetKeyKind.Other, rest);
    }

    private static (FleetKeyKind Kind, string Name)? Split(string text, string start, FleetKeyKind kind) =>
        text.StartsWith(start, StringComparison.Ordinal) ? (kind, text[start.Length..]) : null;

    private byte[] Bytes(string rest) => Encoding.UTF8.GetBytes(_prefix + rest);
}

/// <summary>What a key in etcd is about.</summary>
internal enum FleetKeyKind
{
    Other,
    Host,
    Member,
    Name,
    Roms,
}
