namespace Bridge.Api.Fleet.Etcd;

/// <summary>Chooses the member of etcd that is asked first: the one that responded last.</summary>
internal sealed class EtcdMembers(IReadOnlyList<Uri> addresses)
{
    // Requests during a leader election get no answer; an election takes one to two seconds. Each attempt lasts up to half a second, so
    // that two rounds of three members take longer than an election.
    private const int Rounds = 2;

    private int _first;

    public int Count => addresses.Count;

    /// <summary>Returns all members, each once, the preferred one first.</summary>
    public IEnumerable<Uri> InOrder()
    {
        var first = Volatile.Read(ref _first);
        return Enumerable.Range(0, addresses.Count).Select(step => addresses[(first + step) % addresses.Count]);
    }

    /// <summary>Returns the members in the order in which a call tries them, each twice.</summary>
    public IEnumerable<Uri> Attempts() => Enumerable.Repeat(InOrder(), Rounds).SelectMany(static order => order);

    /// <summary>Records that a member did not respond. Another one is asked first from then on.</summary>
    public void Avoid(Uri member)
    {
        var first = Volatile.Read(ref _first);
        if (addresses[first] == member)
            Interlocked.CompareExchange(ref _first, (first + 1) % addresses.Count, first);
    }
}
