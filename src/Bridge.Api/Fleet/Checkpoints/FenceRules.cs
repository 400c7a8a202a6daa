namespace Bridge.Api.Fleet.Checkpoints;

/// <summary>Judges the answers about a name.</summary>
internal static class FenceRules
{
    /// <summary>Judges the answers.</summary>
    /// <param name="host">This host's id.</param>
    /// <param name="hold">Orders this host among those that have had the name.</param>
    /// <param name="fromEtcd">What etcd says; null: it can't be reached.</param>
    /// <param name="fromOthers">What each other host says, null for one that can't be reached; null: the hosts are not known.</param>
    public static FenceVerdict Judge(
        string host, long hold, HolderResponse? fromEtcd, IReadOnlyCollection<HolderResponse?>? fromOthers)
    {
        var answers = (fromOthers ?? []).Append(fromEtcd).OfType<HolderResponse>().ToArray();
        // Hosts that have both lost contact may each have a copy: the later one is right.
        var claims = answers.Where(answer => !answer.IsExact && answer.Holder is { } holder && holder != host).ToArray();
        if (answers.Any(answer => answer.IsExact && answer.Holder != host) || claims.Any(claim => claim.Hold > hold))
            return FenceVerdict.End;
        // A host that takes a name over starts the emulator later than this answer is used.
        if (answers.Any(answer => answer.IsExact))
            return FenceVerdict.Serve;
        return fromOthers is { Count: > 0 } && fromOthers.All(answer => answer is not null) && claims.All(claim => claim.Hold < hold)
            ? FenceVerdict.Serve
            : FenceVerdict.Refuse;
    }
}
