using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Composition.Raw;

/// <summary>Reports that another host of the fleet has the emulator that a hello names.</summary>
internal sealed class MovedException(string emulator, FleetHost host) : Exception(host.Raw is { } raw
    ? $"The host {host.Id} has the emulator {emulator}; its raw listener is at {raw}."
    : $"The host {host.Id} has the emulator {emulator}, and it has no raw listener.")
{
    /// <summary>Gets HOST:PORT of the host's raw listener; null if it has none.</summary>
    public string? Address => host.Raw;
}
