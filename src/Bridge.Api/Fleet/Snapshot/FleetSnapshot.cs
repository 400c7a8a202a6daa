using System.Collections.Immutable;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>What this bridge knows of the fleet: a copy of etcd's keys. It is replaced as a whole, so that requests need no lock.</summary>
/// <param name="Hosts">The hosts by id, this one included.</param>
/// <param name="Aliases">The chosen names, and which host has them.</param>
/// <param name="Roms">The names of ROMs by the hash of their list.</param>
/// <param name="Lost">The hosts that have gone, for ten minutes.</param>
internal sealed record FleetSnapshot(
    ImmutableDictionary<string, FleetHost> Hosts, ImmutableDictionary<string, FleetAlias> Aliases,
    ImmutableDictionary<string, ImmutableHashSet<string>> Roms, ImmutableDictionary<string, LostHost> Lost)
{
    public static readonly FleetSnapshot Empty = new(
        ImmutableDictionary<string, FleetHost>.Empty, ImmutableDictionary<string, FleetAlias>.Empty,
        ImmutableDictionary<string, ImmutableHashSet<string>>.Empty, ImmutableDictionary<string, LostHost>.Empty);

    /// <summary>Gets the hosts that are in the fleet, and those that were lost in the last ten minutes, by id.</summary>
    public ImmutableDictionary<string, FleetMember> Members { get; init; } = ImmutableDictionary<string, FleetMember>.Empty;

    /// <summary>Gets the chosen names that ended with a lost host, for ten minutes.</summary>
    public ImmutableDictionary<string, LostAlias> LostAliases { get; init; } = ImmutableDictionary<string, LostAlias>.Empty;

    /// <summary>Returns the id of the host that has the emulator of this name; null if no known host has it.</summary>
    public string? HostIdOf(string emulator)
    {
        if (Aliases.TryGetValue(emulator, out var alias))
            return alias.Host;
        if (LostAliases.TryGetValue(emulator, out var lost))
            return lost.Host;
        // The last part of a name that a host chose has no hyphen, but the host's id may have some.
        var end = emulator.LastIndexOf('-');
        return end > 0 && emulator[..end] is var host && (Hosts.ContainsKey(host) || Lost.ContainsKey(host)) ? host : null;
    }
}

/// <summary>A host whose key has gone. It may still be reachable, because etcd may have lost its lease.</summary>
/// <param name="Last">Its latest description.</param>
/// <param name="Seen">When its key was there last, by the bridge's clock (UTC).</param>
internal sealed record LostHost(FleetHost Last, DateTimeOffset Seen);

/// <summary>A chosen name that ended with its host's lease.</summary>
/// <param name="Host">The id of the host.</param>
/// <param name="Seen">When the name was there last, by the bridge's clock (UTC).</param>
internal sealed record LostAlias(string Host, DateTimeOffset Seen);
