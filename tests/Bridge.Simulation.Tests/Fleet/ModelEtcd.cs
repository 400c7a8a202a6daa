using Bridge.Api.Fleet;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>etcd as one linearizable map with leases of six seconds, which end late but never early.</summary>
internal sealed class ModelEtcd(FleetLoop loop)
{
    public static readonly TimeSpan LeaseTime = TimeSpan.FromSeconds(6);

    private readonly Dictionary<string, (long Lease, TimeSpan EndsAt)> _hosts = [];
    private readonly Dictionary<string, FleetAlias> _names = [];
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

    public (IReadOnlyList<string> Hosts, IReadOnlyDictionary<string, FleetAlias> Names) List()
    {
        Expire();
        return ([.. _hosts.Keys.Order(StringComparer.Ordinal)], new Dictionary<string, FleetAlias>(_names));
    }

    public FleetAlias? Find(string name) => _names.GetValueOrDefault(name);

    public void Put(string name, FleetAlias alias) => _names[name] = alias with { Revision = ++_revision };

    /// <summary>Takes a name over by the shipped condition.</summary>
    /// <param name="name">The name.</param>
    /// <param name="alias">Its new value.</param>
    /// <param name="revision">The revision that it must have; null: the planted bug of a takeover without it.</param>
    public bool TryTakeOver(string name, FleetAlias alias, long? revision)
    {
        Expire();
        var now = _names[name];
        if (revision is not null
            && (now.Revision != revision || (now.Host != alias.Host && _hosts.ContainsKey(now.Host)) || !_hosts.ContainsKey(alias.Host)))
            return false;
        Put(name, alias);
        return true;
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
