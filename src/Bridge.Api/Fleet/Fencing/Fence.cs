using System.Collections.Concurrent;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>
/// Keeps this host from serving an emulator that another one has taken over. While the host holds its lease in etcd, no other can take its
/// names. Without the lease each name needs a proof from etcd or from the other hosts, which counts for a short time.
/// </summary>
internal sealed class Fence(IFenceWorld world, TimeProvider time)
{
    /// <summary>How long a proof counts, from before it was asked for.</summary>
    public static readonly TimeSpan Proof = TimeSpan.FromSeconds(1.5);

    /// <summary>How often the names are proven again, so that one proof follows another without a gap.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.5);

    private static readonly TimeSpan MaxResponseTime = TimeSpan.FromSeconds(0.8);

    private readonly ConcurrentDictionary<string, Guarded> _names = new();

    /// <summary>Gets the names that are guarded.</summary>
    public IEnumerable<string> Names => _names.Keys;

    /// <summary>Guards a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="lease">The lease that the host held before it took the name and still holds; null: the name needs a proof.</param>
    /// <param name="hold">The revision of the name's key with which this host took it. Of two copies the later one is right.</param>
    public void Add(string name, long? lease, long hold)
    {
        var now = time.GetTimestamp();
        _names[name] = new Guarded(new object(), hold, lease, lease is not null && lease == world.Lease ? now : null);
    }

    /// <summary>Returns the revision with which this host took a name; 0: it isn't guarded here.</summary>
    public long HoldOf(string name) => _names.TryGetValue(name, out var guarded) ? guarded.Hold : 0;

    public void Remove(string name) => _names.TryRemove(name, out _);

    /// <summary>Returns whether another host can take an emulator over.</summary>
    public bool Guards(string name) => _names.ContainsKey(name);

    /// <summary>Returns whether requests to an emulator may be served now.</summary>
    public bool MayServe(string name) => !_names.TryGetValue(name, out var guarded)
        || (guarded.ProvenAt is { } at && time.GetElapsedTime(at) < Proof);

    /// <summary>Proves the names again, and ends the copies of those that another host has.</summary>
    public Task ProveAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(_names.OrderBy(static entry => entry.Key, StringComparer.Ordinal)
            .Select(entry => ProveAsync(entry.Key, entry.Value, cancellationToken)));

    private async Task ProveAsync(string name, Guarded known, CancellationToken cancellationToken)
    {
        var (began, lease) = (time.GetTimestamp(), world.Lease);
        if (lease is not null && lease == known.Lease)
        {
            Prove(name, known with { ProvenAt = began });
            return;
        }

        var others = world.Others;
        var read = WithinAsync(world.ReadAsync(name, cancellationToken), cancellationToken);
        var asked = others is null ? null : await Task.WhenAll(
            others.Select(other => WithinAsync(world.AskAsync(other, name, cancellationToken), cancellationToken)));
        var fromEtcd = await read;
        switch (FenceRules.Decide(world.Host, known.Hold, fromEtcd, asked))
        {
            case FenceDecision.Serve:
                // With the same lease before and after, no other host could take the name after etcd was read.
                Prove(name, known with { Lease = fromEtcd is not null && lease == world.Lease ? lease : known.Lease, ProvenAt = began });
                break;
            case FenceDecision.End when _names.TryGetValue(name, out var now) && now.Id == known.Id:
                await world.EndAsync(name);
                break;
            default:
                break;
        }
    }

    // Not if the name was added again in the meantime, or if a later proof was faster. Without a proof yet, >= is false.
    private void Prove(string name, Guarded proven)
    {
        while (_names.TryGetValue(name, out var now) && now.Id == proven.Id && !(now.ProvenAt >= proven.ProvenAt)
            && !_names.TryUpdate(name, proven, now))
        {
        }
    }

    private async Task<HolderResponse?> WithinAsync(Task<HolderResponse?> response, CancellationToken cancellationToken)
    {
        try
        {
            return await response.WaitAsync(MaxResponseTime, time, cancellationToken);
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    // Id: another object after each Add. Lease: while the host holds this one, no other host can take the name; null: unknown. ProvenAt: a
    // timestamp; null: not yet.
    private sealed record Guarded(object Id, long Hold, long? Lease, long? ProvenAt);
}
