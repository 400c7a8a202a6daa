using System.Collections.Immutable;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>etcd as one linearizable map with leases of six seconds, which end late but never early.</summary>
internal sealed class ModelEtcd(FleetLoop loop)
{
    public static readonly TimeSpan LeaseTime = TimeSpan.FromSeconds(6);

    private readonly Dictionary<string, (long Lease, TimeSpan EndsAt)> _hosts = [];
    private ImmutableDictionary<string, FleetMember> _members = ImmutableDictionary<string, FleetMember>.Empty;
    private ImmutableDictionary<string, FleetAlias> _names = ImmutableDictionary<string, FleetAlias>.Empty;
    private readonly Dictionary<string, string> _keys = [];
    private long _revision;

    /// <summary>Gets or sets whether it answers.</summary>
    public bool IsUp { get; set; } = true;

    public long Grant(string host)
    {
        _hosts[host] = (++_revision, EndOfLease());
        return _revision;
    }

    public bool KeepAlive(string host, long lease)
    {
        Expire();
        if (!_hosts.TryGetValue(host, out var held) || held.Lease != lease)
            return false;
        _hosts[host] = (lease, EndOfLease());
        return true;
    }

    public ModelList List()
    {
        Expire();
        return new ModelList([.. _hosts.Keys.Order(StringComparer.Ordinal)], _members, _names);
    }

    /// <summary>Writes the key of a member, which has seen all members created up to the revision <paramref name="seen"/>.</summary>
    /// <returns>The host, because a call without an answer returns null.</returns>
    public string PutMember(string host, long seen)
    {
        var created = _members.TryGetValue(host, out var known) ? known.Created : ++_revision;
        _members = _members.SetItem(host, new FleetMember(host, $"http://{host}", seen) { Created = created });
        return host;
    }

    public FleetAlias? Find(string name) => _names.GetValueOrDefault(name);

    /// <summary>Writes the key of a name, and returns its revision.</summary>
    public long Put(string name, FleetAlias alias)
    {
        _names = _names.SetItem(name, alias with { Revision = ++_revision });
        return _revision;
    }

    /// <summary>Takes a name over by the shipped condition.</summary>
    /// <param name="name">The name.</param>
    /// <param name="alias">Its new value.</param>
    /// <param name="revision">The revision that it must have; null: the planted bug of a takeover without it.</param>
    /// <param name="member">The revision that must have created the new host's key among the members.</param>
    /// <returns>The name's new revision, or 0.</returns>
    public long TryTakeOver(string name, FleetAlias alias, long? revision, long member)
    {
        Expire();
        var now = _names[name];
        if (revision is not null
            && (now.Revision != revision || (now.Host != alias.Host && _hosts.ContainsKey(now.Host)) || !_hosts.ContainsKey(alias.Host)
                || _members[alias.Host].Created != member))
            return 0;
        return Put(name, alias);
    }

    /// <summary>Returns the host that a key is for: the one that asks, if it is the first.</summary>
    public string TakeKey(string key, string host) => _keys.TryGetValue(key, out var other) ? other : _keys[key] = host;

    private TimeSpan EndOfLease() => loop.Now + LeaseTime + loop.Draw(0, 2);

    private void Expire()
    {
        foreach (var (host, _) in _hosts.Where(host => host.Value.EndsAt <= loop.Now).ToArray())
            _hosts.Remove(host);
    }
}

/// <summary>What a host copies of etcd.</summary>
internal sealed record ModelList(
    IReadOnlyList<string> Hosts, ImmutableDictionary<string, FleetMember> Members, ImmutableDictionary<string, FleetAlias> Names);
