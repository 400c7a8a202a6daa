using System.Collections.Immutable;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Tests.Fleet;

/// <summary>Hosts as the tests of fleets need them.</summary>
internal static class FleetHosts
{
    /// <summary>Returns a host with free places.</summary>
    public static FleetHost HostOf(string id, int free) => new(
        id, $"http://{id}", Raw: null, Instance: "", Slots: 8, free, Warm: 0, Roms: "all", Draining: false, Version: "", Heartbeats: 0);

    /// <summary>Returns the snapshot of a fleet that has these hosts.</summary>
    public static FleetSnapshot SnapshotOf(params FleetHost[] hosts) =>
        FleetSnapshot.Empty with { Hosts = hosts.ToImmutableDictionary(host => host.Id) };
}
