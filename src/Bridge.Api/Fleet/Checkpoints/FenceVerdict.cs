namespace Bridge.Api.Fleet.Checkpoints;

/// <summary>Whether a host that has lost its lease may serve an emulator that another host can take over.</summary>
internal enum FenceVerdict
{
    /// <summary>Nobody has taken it over.</summary>
    Serve,

    /// <summary>It is not known.</summary>
    Refuse,

    /// <summary>Another host has it, or a client has ended it there.</summary>
    End,
}

/// <summary>Judges the answers about a name.</summary>
internal static class FenceRules
{
    /// <summary>Judges the answers.</summary>
    /// <param name="host">This host's id.</param>
    /// <param name="fromEtcd">What etcd says; null: it can't be reached.</param>
    /// <param name="fromOthers">What each other host says; null: it can't be reached.</param>
    public static FenceVerdict Judge(string host, FenceAnswer? fromEtcd, IReadOnlyCollection<FenceAnswer?> fromOthers)
    {
        var answers = fromOthers.Append(fromEtcd).OfType<FenceAnswer>().ToArray();
        if (answers.Any(answer => answer.IsExact ? answer.Holder != host : answer.Holder is { } holder && holder != host))
            return FenceVerdict.End;
        // A host that takes a name over starts the emulator later than this answer is used.
        return answers.Any(answer => answer.IsExact) || fromOthers.All(answer => answer is not null)
            ? FenceVerdict.Serve
            : FenceVerdict.Refuse;
    }
}
