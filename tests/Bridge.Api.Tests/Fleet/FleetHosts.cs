using System.Collections.Immutable;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Tests.Fleet;

/// <summary>Hosts as the tests of fleets need them.</summary>
internal static class FleetHosts
{
    /// <summary>Returns a host with free places.</summary>
    public static FleetHost HostOf(string id, int free) => new(id, $"http://{id}", null, "", 8, free, 0, "all", false, "", 0);

    /// <summary>Returns the copy of a fleet that has these hosts.</summary>
    public static FleetSnapshot CopyOf(params FleetHost[] hosts) =>
        FleetSnapshot.Empty with { Hosts = hosts.ToImmutableDictionary(host => host.Id) };
}
