namespace Bridge.Api.Fleet.Checkpoints;

/// <summary>Judges the answers about a name.</summary>
internal static class FenceRules
{
    /// <summary>Judges the answers.</summary>
    /// <param name="host">This host's id.</param>
    /// <param name="fromEtcd">What etcd says; null: it can't be reached.</param>
    /// <param name="fromOthers">What each other host says, null for one that can't be reached; null: the hosts are not known.</param>
    public static FenceVerdict Judge(string host, FenceAnswer? fromEtcd, IReadOnlyCollection<FenceAnswer?>? fromOthers)
    {
        var answers = (fromOthers ?? []).Append(fromEtcd).OfType<FenceAnswer>().ToArray();
        if (answers.Any(answer => answer.IsExact ? answer.Holder != host : answer.Holder is { } holder && holder != host))
            return FenceVerdict.End;
        // A host that takes a name over starts the emulator later than this answer is used.
        return answers.Any(answer => answer.IsExact) || (fromOthers is { Count: > 0 } && fromOthers.All(answer => answer is not null))
            ? FenceVerdict.Serve
            : FenceVerdict.Refuse;
    }
}
