using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Membership;

/// <summary>
/// Keeps this host's key among the members, tells in it which members the bridge knows, and forgets those that were lost long ago.
/// </summary>
internal sealed class FleetMembers(IEtcd etcd, FleetKeys keys, FleetOptions options, FleetDirectory directory, TimeProvider time)
{
    private readonly string _id = options.Host!;
    private readonly string _address = options.Address!.TrimEnd('/');
    private readonly Dictionary<string, long> _absentSince = [];

    /// <summary>Returns whether there are members that this host has not told to have seen.</summary>
    public bool HasNew(FleetCopy copy) => copy.Members.TryGetValue(_id, out var own) && NewestOf(copy) > own.Seen;

    /// <summary>Writes what has changed. Call it while this host holds its lease.</summary>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    public async Task TellAsync(CancellationToken cancellationToken)
    {
        var copy = directory.Copy;
        var key = keys.Member(_id);
        // It may be there already, but not in the copy.
        if (!copy.Members.TryGetValue(_id, out var own))
            await etcd.TxnAsync(TxnRequest.Put(ToPut(key, seen: 0), EtcdCompare.IsAbsent(key)), cancellationToken);
        else if (HasNew(copy) || own.Address != _address)
            await etcd.TxnAsync(TxnRequest.Put(ToPut(key, NewestOf(copy))), cancellationToken);
        foreach (var gone in FindGone(copy))
            await etcd.TxnAsync(TxnRequest.Delete(keys.Member(gone.Id), Absence(gone)), cancellationToken);
    }

    private static long NewestOf(FleetCopy copy) => copy.Members.Values.Max(member => member.Created);

    private EtcdCompare[] Absence(FleetMember gone) =>
        [EtcdCompare.IsAbsent(keys.Host(gone.Id)), EtcdCompare.IsFrom(keys.Member(gone.Id), gone.Created)];

    private List<FleetMember> FindGone(FleetCopy copy)
    {
        var now = time.GetTimestamp();
        foreach (var back in _absentSince.Keys.Where(id => copy.Hosts.ContainsKey(id) || !copy.Members.ContainsKey(id)).ToArray())
            _absentSince.Remove(back);
        foreach (var absent in copy.Members.Keys.Where(id => id != _id && !copy.Hosts.ContainsKey(id)))
            _absentSince.TryAdd(absent, now);
        return [.. _absentSince.Where(entry => time.GetElapsedTime(entry.Value, now) > FleetView.Memory)
            .Select(entry => copy.Members[entry.Key])];
    }

    private PutRequest ToPut(byte[] key, long seen) => new(
        key, JsonSerializer.SerializeToUtf8Bytes(new FleetMember(_id, _address, seen), FleetJson.Context.FleetMember));
}
