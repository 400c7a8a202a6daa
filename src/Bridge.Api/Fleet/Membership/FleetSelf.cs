using System.Net;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.RawListener.Model;

namespace Bridge.Api.Fleet.Membership;

/// <summary>Describes this host to the others.</summary>
internal sealed class FleetSelf(
    FleetOptions options, OnDemandOptions onDemand, HostProgram program, CreationPlaces places, WarmHosts warm, FleetStatus status,
    FleetRoms roms, RawOptions raw)
{
    /// <summary>Gets this host's id.</summary>
    public string Id => options.Host!;

    /// <summary>Gets where the other bridges reach this one.</summary>
    public string Address { get; } = options.Address!.TrimEnd('/');

    /// <summary>Gets the name of this run of the bridge.</summary>
    public string Instance { get; } = Guid.NewGuid().ToString("N")[..12];

    /// <summary>Gets HOST:PORT of the raw listener as other machines reach it; null if they don't.</summary>
    public string? Raw { get; } = FindRaw(raw, new Uri(options.Address!));

    public FleetHost Describe(long heartbeats)
    {
        var slots = program.IsThere ? onDemand.MaxEmulators : 0;
        return new FleetHost(Id, Address, Raw, Instance, slots, Math.Min(slots, places.Free), warm.Count, roms.Hash, status.IsDraining,
            ProgramVersion.Number, heartbeats);
    }

    private static string? FindRaw(RawOptions raw, Uri address)
    {
        if (!raw.TryGetAddress(out var listening) || (IPAddress.IsLoopback(listening.Address) && !address.IsLoopback))
            return null;
        var isAny = listening.Address.Equals(IPAddress.Any) || listening.Address.Equals(IPAddress.IPv6Any);
        return isAny ? $"{address.Host}:{listening.Port}" : listening.ToString();
    }
}
