namespace Bridge.Api.Fleet.Snapshot;

/// <summary>Holds the copy of the fleet that requests use. The connection to etcd replaces it.</summary>
internal sealed class FleetDirectory
{
    private FleetCopy _copy = FleetCopy.Empty;

    /// <summary>Occurs after the copy was replaced, with the copy before and the one after.</summary>
    public event Action<FleetCopy, FleetCopy>? Changed;

    public FleetCopy Copy => Volatile.Read(ref _copy);

    /// <summary>Replaces the copy. Only one thread may call it.</summary>
    public void Replace(FleetCopy copy)
    {
        var before = Interlocked.Exchange(ref _copy, copy);
        Changed?.Invoke(before, copy);
    }
}
