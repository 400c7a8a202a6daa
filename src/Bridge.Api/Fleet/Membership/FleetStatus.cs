namespace Bridge.Api.Fleet.Membership;

/// <summary>What this host publishes about itself.</summary>
internal sealed class FleetStatus
{
    private volatile bool _isDraining;

    /// <summary>Occurs when the others should know of a change soon.</summary>
    public event Action? Changed;

    /// <summary>Gets whether this host takes no new emulators.</summary>
    public bool IsDraining => _isDraining;

    /// <summary>Sets whether this host takes no new emulators, which the others know within a second.</summary>
    public void SetDraining(bool draining)
    {
        if (_isDraining == draining)
            return;
        _isDraining = draining;
        Changed?.Invoke();
    }
}
