namespace Bridge.Api.Fleet.Etcd;

/// <summary>Chooses the member of etcd that is asked first: the one that answered last.</summary>
internal sealed class EtcdMembers(IReadOnlyList<Uri> addresses)
{
    private int _first;

    public int Count => addresses.Count;

    /// <summary>Returns all members, each once, the preferred one first.</summary>
    public IEnumerable<Uri> InOrder()
    {
        var first = Volatile.Read(ref _first);
        return Enumerable.Range(0, addresses.Count).Select(step => addresses[(first + step) % addresses.Count]);
    }

    /// <summary>Records that a member did not answer. Another one is asked first from then on.</summary>
    public void Avoid(Uri member)
    {
        var first = Volatile.Read(ref _first);
        if (addresses[first] == member)
            Interlocked.CompareExchange(ref _first, (first + 1) % addresses.Count, first);
    }
}
