namespace Bridge.Api.Fleet.Snapshot;

/// <summary>Holds the snapshot of the fleet that requests use. The connection to etcd replaces it.</summary>
internal sealed class FleetDirectory
{
    private FleetSnapshot _snapshot = FleetSnapshot.Empty;

    /// <summary>Occurs after the snapshot was replaced, with the one before and the one after.</summary>
    public event Action<FleetSnapshot, FleetSnapshot>? Changed;

    public FleetSnapshot Snapshot => Volatile.Read(ref _snapshot);

    /// <summary>Replaces the snapshot. Only one thread may call it.</summary>
    public void Replace(FleetSnapshot snapshot)
    {
        var before = Interlocked.Exchange(ref _snapshot, snapshot);
        Changed?.Invoke(before, snapshot);
    }
}
