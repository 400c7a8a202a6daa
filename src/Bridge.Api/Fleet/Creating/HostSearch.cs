using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Finds a host for a creation: the one that has its key, or else one with a free place, which may refuse.</summary>
/// <param name="host">This host's id.</param>
/// <param name="placement">Chooses the hosts.</param>
/// <param name="keys">The keys of all hosts.</param>
internal sealed class HostSearch(string host, Placement placement, IKeyStore keys)
{
    // Another bridge gives a key to another host only after a refusal.
    private const int MaxMoves = 8;

    /// <summary>Asks hosts until one responds.</summary>
    /// <param name="rom">The name of the ROM; null: any host has it.</param>
    /// <param name="wanted">The key; null: none.</param>
    /// <param name="world">The hosts.</param>
    /// <param name="cancellationToken">The client has hung up.</param>
    /// <returns>
    /// What became of it: <see cref="PlacingKind.Responded"/>, <see cref="PlacingKind.OtherBody"/>, <see cref="PlacingKind.Unreachable"/>
    /// with the host that has the key, or <see cref="PlacingKind.Refused"/> if all hosts that may take it refused.
    /// </returns>
    /// <exception cref="EtcdException">etcd did not answer about the key.</exception>
    public async Task<PlacingResult> RunAsync(string? rom, WantedKey? wanted, ISearchedHosts world, CancellationToken cancellationToken)
    {
        var tried = new HashSet<string>();
        var pinned = wanted is null ? null : await PinnedAsync(wanted, cancellationToken);
        if (pinned?.BodyHash != wanted?.BodyHash)
            return PlacingResult.OtherBody;
        var next = pinned is { Host: not FleetCreationKey.NoHost } ? pinned.Host : null;
        for (var moves = 0; moves < MaxMoves; moves++)
        {
            if ((next ?? ChooseIn(world.Copy, rom, tried)) is not { } id)
                break;
            var result = await world.AskAsync(id);
            if (result.Kind is PlacingKind.Responded or PlacingKind.OtherBody)
                return result;
            if (result.Kind == PlacingKind.Unreachable && next is not null && !await UnpinLostAsync(wanted!, id, world, cancellationToken))
                return PlacingResult.Unreachable with { Host = id };
            tried.Add(id);
            next = result.Host;
        }

        return PlacingResult.Refused;
    }

    private string? ChooseIn(FleetCopy copy, string? rom, HashSet<string> tried)
    {
        if (placement.Choose(copy, rom, tried) is { } chosen)
            return chosen.Id;
        // This bridge knows no fleet without etcd, but its own places. And it has the sentence for a ROM that no host has.
        var isAlone = !copy.Hosts.ContainsKey(host) || !copy.Hosts.Values.Any(other => Placement.HasRom(copy, other, rom));
        return isAlone && !tried.Contains(host) ? host : null;
    }

    private Task<FleetCreationKey> PinnedAsync(WantedKey wanted, CancellationToken cancellationToken) =>
        keys.TakeAsync(wanted.Key, new FleetCreationKey(FleetCreationKey.NoHost, wanted.BodyHash, null), cancellationToken);

    // False for a host that is only unreachable from here, or that this bridge doesn't know yet: it may have created the emulator.
    private async Task<bool> UnpinLostAsync(WantedKey wanted, string lost, ISearchedHosts world, CancellationToken cancellationToken)
    {
        if (world.Copy.Hosts.IsEmpty || world.Copy.Hosts.ContainsKey(lost))
            return false;
        var kept = await PinnedAsync(wanted, cancellationToken);
        var none = kept with { Host = FleetCreationKey.NoHost, Name = null };
        if (kept.Host == lost)
            await keys.ReplaceAsync(wanted.Key, none, kept.Revision, cancellationToken);
        return true;
    }
}

/// <summary>The hosts of the fleet, as a creation sees them.</summary>
internal interface ISearchedHosts
{
    /// <summary>Gets what this bridge knows of the fleet.</summary>
    FleetCopy Copy { get; }

    /// <summary>Asks a host to create the emulator.</summary>
    Task<PlacingResult> AskAsync(string host);
}
