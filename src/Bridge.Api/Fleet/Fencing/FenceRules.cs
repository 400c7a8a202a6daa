using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>Decides from the responses about a name whether to serve its emulator, and responds to other hosts about names.</summary>
internal static class FenceRules
{
    /// <summary>Decides whether this host may serve the emulator of a name.</summary>
    /// <param name="host">This host's id.</param>
    /// <param name="hold">The revision of the name's key with which this host took it.</param>
    /// <param name="fromEtcd">What etcd says; null: it can't be reached.</param>
    /// <param name="fromOthers">What each other host says, null for one that can't be reached; null: the hosts are not known.</param>
    public static FenceDecision Decide(
        string host, long hold, HolderResponse? fromEtcd, IReadOnlyCollection<HolderResponse?>? fromOthers)
    {
        var responses = (fromOthers ?? []).Append(fromEtcd).OfType<HolderResponse>().ToArray();
        // Hosts that have both lost contact may each have a copy: the later one is right.
        var claims = responses.Where(response => !response.IsExact && response.Holder is { } holder && holder != host).ToArray();
        if (responses.Any(response => response.IsExact && response.Holder != host) || claims.Any(claim => claim.Hold > hold))
            return FenceDecision.End;
        // A host that takes a name over starts the emulator later than this response is used.
        if (responses.Any(response => response.IsExact))
            return FenceDecision.Serve;
        return fromOthers is { Count: > 0 } && fromOthers.All(response => response is not null) && claims.All(claim => claim.Hold < hold)
            ? FenceDecision.Serve
            : FenceDecision.Refuse;
    }

    /// <summary>Responds to another host without asking etcd: the latest host with a name that this bridge has seen.</summary>
    /// <param name="host">This host's id.</param>
    /// <param name="name">The name.</param>
    /// <param name="hold">The revision of the name's key with which this host has it; null: it hasn't.</param>
    /// <param name="snapshot">What this bridge knows of the fleet.</param>
    /// <returns>Null if it has not heard etcd since its start: a bridge before it may have had the name.</returns>
    public static HolderResponse? Answer(string host, string name, long? hold, FleetSnapshot snapshot)
    {
        if (snapshot.Members.IsEmpty)
            return null;
        return snapshot.Aliases.TryGetValue(name, out var known) && known.Revision > (hold ?? 0)
            ? new HolderResponse(known.Host, IsExact: false, known.Revision)
            : new HolderResponse(hold is null ? null : host, IsExact: false, hold ?? 0);
    }
}
