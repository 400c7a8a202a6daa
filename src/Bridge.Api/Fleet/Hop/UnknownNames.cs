using System.Collections.Concurrent;

namespace Bridge.Api.Fleet.Hop;

/// <summary>
/// Remembers for a second which names nobody had in etcd, so that a client that asks for one again and again asks etcd only once. A name
/// that is taken meanwhile is found in the snapshot of the fleet, which is asked first.
/// </summary>
internal sealed class UnknownNames(TimeProvider time)
{
    /// <summary>Max names that are remembered.</summary>
    public const int Max = 1024;

    private static readonly TimeSpan Memory = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<string, long> _askedAt = new();

    /// <summary>Returns whether nobody had the name a moment ago.</summary>
    public bool Has(string name) => _askedAt.TryGetValue(name, out var at) && time.GetElapsedTime(at) < Memory;

    /// <summary>Remembers that nobody has a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="askedAt">The time at which etcd was asked.</param>
    public void Add(string name, long askedAt)
    {
        if (_askedAt.Count >= Max)
            RemoveOld();
        _askedAt[name] = askedAt;
    }

    private void RemoveOld()
    {
        foreach (var entry in _askedAt)
        {
            if (time.GetElapsedTime(entry.Value) >= Memory)
                _askedAt.TryRemove(entry);
        }

        // More names than that within a second.
        if (_askedAt.Count >= Max)
            _askedAt.Clear();
    }
}
