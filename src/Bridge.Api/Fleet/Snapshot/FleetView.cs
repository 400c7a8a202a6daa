using System.Collections.Immutable;
using Bridge.Api.Fleet.Etcd;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>The snapshot of etcd's keys, and which of their changes are in it. Only a change in etcd changes it, silence doesn't.</summary>
/// <param name="Revision">The last revision of etcd that is in it.</param>
/// <param name="Known">The revision of each key that is in it, by the key's kind and name.</param>
/// <param name="Snapshot">What requests use.</param>
internal sealed record FleetView(long Revision, ImmutableDictionary<(FleetKeyKind Kind, string Name), long> Known, FleetSnapshot Snapshot)
{
    /// <summary>How long a lost host is remembered.</summary>
    public static readonly TimeSpan Memory = TimeSpan.FromMinutes(10);

    public static readonly FleetView Empty = new(0, ImmutableDictionary<(FleetKeyKind, string), long>.Empty, FleetSnapshot.Empty);

    /// <summary>Returns the view after these events of a watch.</summary>
    public FleetView Apply(FleetKeys keys, IReadOnlyList<EtcdEvent> events, DateTimeOffset now)
    {
        if (events.Count == 0)
            return this;
        var next = new FleetViewBuilder(this, keys, now);
        // Hosts first: a name that goes with its host is lost, one that goes alone was released.
        foreach (var change in events.Where(change => change.IsDelete && keys.Read(change.Kv.Key).Kind == FleetKeyKind.Host))
            next.Delete(change.Kv.Key);
        foreach (var change in events)
        {
            if (change.IsDelete)
                next.Delete(change.Kv.Key);
            else
                next.Put(change.Kv);
        }

        return next.Build(Math.Max(Revision, events.Max(change => change.Kv.ModRevision)));
    }

    /// <summary>Returns the view of a whole list of keys. Hosts that are not in it are lost.</summary>
    public FleetView Replace(FleetKeys keys, long revision, IReadOnlyList<EtcdKeyValue> list, DateTimeOffset now)
    {
        var next = new FleetViewBuilder(this, keys, now);
        var there = list.Select(value => keys.Read(value.Key)).ToHashSet();
        // Hosts first, as in Apply.
        foreach (var (kind, name) in Known.Keys.Where(key => !there.Contains(key)).OrderBy(key => key.Kind))
            next.Delete(kind, name);
        foreach (var value in list)
            next.Put(value);
        return next.Build(revision);
    }

    /// <summary>Returns whether a list of all keys at <see cref="Revision"/> has what this view has.</summary>
    public bool Agrees(FleetKeys keys, IReadOnlyList<EtcdKeyValue> list)
    {
        var read = list.Select(value => (Key: keys.Read(value.Key), value.ModRevision)).ToArray();
        return read.Count(value => Known.ContainsKey(value.Key)) == Known.Count
            && read.All(value => Known.TryGetValue(value.Key, out var known)
                ? known == value.ModRevision
                : FleetViewBuilder.IsFull(Known, value.Key.Kind));
    }

    /// <summary>Returns the view without what was lost long ago.</summary>
    public FleetView WithoutOld(DateTimeOffset now)
    {
        var snapshot = Snapshot;
        if (snapshot.Lost.Values.Any(lost => now - lost.Seen > Memory))
        {
            snapshot = snapshot with
            {
                Lost = snapshot.Lost.RemoveRange(
                    snapshot.Lost.Where(entry => now - entry.Value.Seen > Memory).Select(entry => entry.Key)),
            };
        }

        if (snapshot.LostAliases.Values.Any(lost => now - lost.Seen > Memory))
        {
            snapshot = snapshot with
            {
                LostAliases = snapshot.LostAliases.RemoveRange(
                    snapshot.LostAliases.Where(entry => now - entry.Value.Seen > Memory).Select(entry => entry.Key)),
            };
        }

        return snapshot == Snapshot ? this : this with { Snapshot = snapshot };
    }
}
