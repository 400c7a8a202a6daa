using System.Text.Json.Serialization;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>
/// A name that a client chose, and the host that has its emulator: the value of the key <c>names/NAME</c> in etcd. Without a checkpoint
/// the key ends with the host's lease. With one it stays, and another host takes the name over by a transaction on its revision.
/// </summary>
/// <param name="Host">The id of the host that has the emulator.</param>
/// <param name="Checkpoint">How it comes back on another host; null: it ends with its host.</param>
internal sealed record FleetAlias(string Host, FleetCheckpoint? Checkpoint = null)
{
    /// <summary>The revision of the key in etcd, which a takeover compares.</summary>
    [JsonIgnore]
    public long Revision { get; init; }
}

/// <summary>What another host needs to bring an emulator back. Its latest state is in the shared folder.</summary>
/// <param name="EverySeconds">The time between two states.</param>
/// <param name="Request">The body of the creation, as JSON.</param>
internal sealed record FleetCheckpoint(double EverySeconds, string Request);
