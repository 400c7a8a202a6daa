using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Membership;

/// <summary>
/// Keeps this host's key among the members, which says up to which one the bridge knows them all, and deletes the keys of members that
/// were lost long ago.
/// </summary>
internal sealed class FleetMembers(IEtcd etcd, FleetKeys keys, FleetOptions options, FleetDirectory directory, TimeProvider time)
{
    private readonly string _id = options.Host!;
    private readonly string _address = options.Address!.TrimEnd('/');
    private readonly Dictionary<string, long> _absentSince = []; // The members without a host's key, since a timestamp.

    /// <summary>Returns whether this bridge knows members that its key doesn't count as seen yet.</summary>
    public bool HasNew(FleetSnapshot snapshot) => snapshot.Members.TryGetValue(_id, out var own) && NewestOf(snapshot) > own.Seen;

    /// <summary>Writes what has changed. Call it while this host holds its lease.</summary>
    /// <exception cref="EtcdException">etcd did not respond.</exception>
    public async Task WriteAsync(CancellationToken cancellationToken)
    {
        var snapshot = directory.Snapshot;
        var key = keys.Member(_id);
        // It may be there already, but not in the snapshot.
        if (!snapshot.Members.TryGetValue(_id, out var own))
            await etcd.TxnAsync(TxnRequest.Put(ToPut(key, seen: 0), EtcdCompare.IsAbsent(key)), cancellationToken);
        else if (HasNew(snapshot) || own.Address != _address)
            await etcd.TxnAsync(TxnRequest.Put(ToPut(key, NewestOf(snapshot))), cancellationToken);
        foreach (var gone in FindGone(snapshot))
            await etcd.TxnAsync(TxnRequest.Delete(keys.Member(gone.Id), Absence(gone)), cancellationToken);
    }

    private static long NewestOf(FleetSnapshot snapshot) => snapshot.Members.Values.Max(member => member.Created);

    private EtcdCompare[] Absence(FleetMember gone) =>
        [EtcdCompare.IsAbsent(keys.Host(gone.Id)), EtcdCompare.IsFrom(keys.Member(gone.Id), gone.Created)];

    private List<FleetMember> FindGone(FleetSnapshot snapshot)
    {
        var now = time.GetTimestamp();
        foreach (var back in _absentSince.Keys.Where(id => snapshot.Hosts.ContainsKey(id) || !snapshot.Members.ContainsKey(id)).ToArray())
            _absentSince.Remove(back);
        foreach (var absent in snapshot.Members.Keys.Where(id => id != _id && !snapshot.Hosts.ContainsKey(id)))
            _absentSince.TryAdd(absent, now);
        return [.. _absentSince.Where(entry => time.GetElapsedTime(entry.Value, now) > FleetView.Memory)
            .Select(entry => snapshot.Members[entry.Key])];
    }

    private PutRequest ToPut(byte[] key, long seen) => new(
        key, JsonSerializer.SerializeToUtf8Bytes(new FleetMember(_id, _address, seen), FleetJson.Context.FleetMember));
}
