using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Finds a host for a creation: the one that has its key, or else one with a free place, which may refuse.</summary>
/// <typeparam name="T">What became of the creation; a model of it in the simulation.</typeparam>
/// <param name="host">This host's id.</param>
/// <param name="fleet">What this bridge knows of the fleet.</param>
/// <param name="placement">Chooses the hosts.</param>
/// <param name="keys">The keys of all hosts.</param>
internal sealed class HostSearch<T>(string host, FleetDirectory fleet, Placement placement, CreationKeys keys) where T : class
{
    // Refusals, and moves of the key to another host. Few are enough, because a key moves only after a refusal.
    private const int MaxMoves = 8;

    /// <summary>Sends the creation to one host after another until one decides it.</summary>
    /// <param name="rom">The name of the ROM; null: any host has it.</param>
    /// <param name="wanted">The key; null: none.</param>
    /// <param name="send">Sends the creation to a host.</param>
    /// <param name="cancellationToken">The client has hung up.</param>
    /// <returns>
    /// What became of it: <see cref="PlacedKind.Done"/>, <see cref="PlacedKind.OtherBody"/>, <see cref="PlacedKind.Unreachable"/>
    /// with the host that has the key, or <see cref="PlacedKind.Full"/> if all hosts that may take it refused.
    /// </returns>
    /// <exception cref="EtcdException">etcd did not respond about the key.</exception>
    public async Task<Placed<T>> RunAsync(
        string? rom, WantedKey? wanted, Func<string, Task<Placed<T>>> send, CancellationToken cancellationToken)
    {
        var tried = new HashSet<string>();
        var reserved = wanted is null ? null : await ReservationOfAsync(wanted, cancellationToken);
        if (reserved?.BodyHash != wanted?.BodyHash)
            return new Placed<T>(PlacedKind.OtherBody);
        var next = reserved is { Host: not FleetCreationKey.NoHost } ? reserved.Host : null;
        for (var moves = 0; moves < MaxMoves; moves++)
        {
            if ((next ?? ChooseIn(fleet.Snapshot, rom, tried)) is not { } id)
                break;
            var placed = await send(id);
            if (placed.Kind is PlacedKind.Done or PlacedKind.OtherBody)
                return placed;
            // A host that has the key, and can't be reached, may have created the emulator; unless it has left the fleet, no other may.
            if (placed.Kind == PlacedKind.Unreachable && next is not null && !await ReleaseLostAsync(wanted!, id, cancellationToken))
                return placed with { Host = id };
            tried.Add(id);
            next = placed.Host;
        }

        return new Placed<T>(PlacedKind.Full);
    }

    private string? ChooseIn(FleetSnapshot snapshot, string? rom, HashSet<string> tried)
    {
        if (placement.Choose(snapshot, rom, tried) is { } chosen)
            return chosen.Id;
        // This host is tried in two more cases: the snapshot doesn't have it, as without etcd; or no host has the ROM, which it reports.
        var isLastResort = !snapshot.Hosts.ContainsKey(host) || !snapshot.Hosts.Values.Any(other => Placement.HasRom(snapshot, other, rom));
        return isLastResort && !tried.Contains(host) ? host : null;
    }

    private Task<FleetCreationKey> ReservationOfAsync(WantedKey wanted, CancellationToken cancellationToken) =>
        keys.ReserveAsync(wanted.Key, new FleetCreationKey(FleetCreationKey.NoHost, wanted.BodyHash, Name: null), cancellationToken);

    // False for a host that is only unreachable from here, or that this bridge doesn't know yet: it may have created the emulator.
    private async Task<bool> ReleaseLostAsync(WantedKey wanted, string lost, CancellationToken cancellationToken)
    {
        var snapshot = fleet.Snapshot;
        if (snapshot.Hosts.IsEmpty || snapshot.Hosts.ContainsKey(lost))
            return false;
        var kept = await ReservationOfAsync(wanted, cancellationToken);
        var none = kept with { Host = FleetCreationKey.NoHost, Name = null };
        if (kept.Host == lost)
            await keys.ReplaceAsync(wanted.Key, none, kept.Revision, cancellationToken);
        return true;
    }
}
