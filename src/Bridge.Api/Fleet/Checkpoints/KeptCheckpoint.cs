namespace Bridge.Api.Fleet.Checkpoints;

/// <summary>What the next bridge on this host needs to know of an emulator with a checkpoint.</summary>
/// <param name="Checkpoint">How it comes back on another host.</param>
/// <param name="Hold">The revision of the name's key in etcd with which this host took it.</param>
internal sealed record KeptCheckpoint(FleetCheckpoint Checkpoint, long Hold);
