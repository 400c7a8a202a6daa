using Bridge.Api.Fleet.Etcd;

namespace Bridge.Api.Fleet;

/// <summary>What this host tells the others about itself, and whether it surely has its lease.</summary>
internal sealed class FleetStatus(OwnLease lease)
{
    private volatile bool _isDraining;

    /// <summary>Occurs when the others should know of a change soon.</summary>
    public event Action? Changed;

    /// <summary>Gets whether this host takes no new emulators.</summary>
    public bool IsDraining => _isDraining;

    /// <summary>
    /// Gets whether this host has its lease by its own clock, which counts from before the last renewal was sent. etcd may end a lease
    /// later than that, never earlier.
    /// </summary>
    public bool HasLease => lease.IsHeld;

    /// <summary>Sets whether this host takes no new emulators, and tells the others within a second.</summary>
    public void SetDraining(bool draining)
    {
        if (_isDraining == draining)
            return;
        _isDraining = draining;
        Changed?.Invoke();
    }
}
