using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>What the fence uses of the bridge; another one in the simulation.</summary>
internal interface IFenceWorld
{
    /// <summary>Gets this host's id.</summary>
    string Host { get; }

    /// <summary>Gets the id of the lease that this host holds; null: it holds none.</summary>
    long? Lease { get; }

    /// <summary>Gets the fleet's other members, also those that were lost; null: this bridge has never heard etcd.</summary>
    IReadOnlyCollection<FleetMember>? Others { get; }

    /// <summary>Reads from etcd who has a name; null: etcd can't be reached.</summary>
    Task<HolderResponse?> ReadAsync(string name, CancellationToken cancellationToken);

    /// <summary>Asks another host who has a name; null: it can't be reached.</summary>
    Task<HolderResponse?> AskAsync(FleetMember host, string name, CancellationToken cancellationToken);

    /// <summary>Ends this host's copy of an emulator, without touching the name and the checkpoint.</summary>
    Task EndAsync(string name);
}

/// <summary>Who has a name.</summary>
/// <param name="Holder">The id of the host; null: nobody, or none that is known.</param>
/// <param name="IsExact">Whether the holder was just read from etcd. Otherwise it is the latest one that the asked host has seen.</param>
/// <param name="Hold">Unless it was just read: the revision of the name's key with which the holder took it.</param>
internal sealed record HolderResponse(string? Holder, bool IsExact, long Hold = 0);
