using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Takeover;

/// <summary>What a takeover uses of the bridge; another one in the simulation.</summary>
internal interface ITakeoverWorld
{
    /// <summary>Gets this host's id.</summary>
    string Host { get; }

    /// <summary>Gets what this bridge knows of the fleet.</summary>
    FleetSnapshot Snapshot { get; }

    /// <summary>Returns whether a host's bridge responds.</summary>
    Task<bool> ReachesAsync(FleetMember host, CancellationToken cancellationToken);

    /// <summary>
    /// Makes this host the one that has the name, if the name's key still has the revision, the old host's key is absent, and this host is
    /// still the member that was created at <paramref name="member"/>.
    /// </summary>
    Task<bool> TryTakeOverAsync(string name, FleetAlias alias, long revision, long member, CancellationToken cancellationToken);

    /// <summary>Starts the emulator from its checkpoint.</summary>
    /// <returns>Whether it runs.</returns>
    Task<bool> StartAsync(string name, FleetAlias old, CancellationToken cancellationToken);

    /// <summary>Lets another host take the name.</summary>
    Task GiveUpAsync(string name, FleetAlias alias, CancellationToken cancellationToken);
}
