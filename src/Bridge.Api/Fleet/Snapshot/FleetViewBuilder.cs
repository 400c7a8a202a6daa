using System.Collections.Immutable;
using Bridge.Api.Fleet.Etcd;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>Makes a new view from one and some changes. It keeps the limits, whatever is in etcd.</summary>
internal sealed class FleetViewBuilder
{
    public const int MaxHosts = 64;
    public const int MaxMembers = 1024;
    public const int MaxAliases = 1000;
    public const int MaxRomLists = 256;

    /// <summary>Max lost hosts, and max chosen names of lost hosts.</summary>
    public const int MaxLost = 4096;

    private readonly FleetKeys _keys;
    private readonly DateTimeOffset _now;
    private readonly ImmutableDictionary<(FleetKeyKind Kind, string Name), long>.Builder _known;
    private readonly ImmutableDictionary<string, FleetHost>.Builder _hosts;
    private readonly ImmutableDictionary<string, FleetMember>.Builder _members;
    private readonly ImmutableDictionary<string, FleetAlias>.Builder _aliases;
    private readonly ImmutableDictionary<string, ImmutableHashSet<string>>.Builder _roms;
    private readonly ImmutableDictionary<string, LostHost>.Builder _lost;
    private readonly ImmutableDictionary<string, LostAlias>.Builder _lostAliases;

    public FleetViewBuilder(FleetView view, FleetKeys keys, DateTimeOffset now)
    {
        (_keys, _now) = (keys, now);
        _known = view.Known.ToBuilder();
        _hosts = view.Snapshot.Hosts.ToBuilder();
        _members = view.Snapshot.Members.ToBuilder();
        _aliases = view.Snapshot.Aliases.ToBuilder();
        _roms = view.Snapshot.Roms.ToBuilder();
        _lost = view.Snapshot.Lost.ToBuilder();
        _lostAliases = view.Snapshot.LostAliases.ToBuilder();
    }

    /// <summary>Returns whether there are as many keys of a kind as a bridge remembers.</summary>
    public static bool IsFull(IReadOnlyDictionary<(FleetKeyKind Kind, string Name), long> known, FleetKeyKind kind)
    {
        var max = kind switch
        {
            FleetKeyKind.Host => MaxHosts,
            FleetKeyKind.Member => MaxMembers,
            FleetKeyKind.Name => MaxAliases,
            FleetKeyKind.Roms => MaxRomLists,
            _ => 0,
        };
        return known.Keys.Count(key => key.Kind == kind) >= max;
    }

    public void Put(EtcdKeyValue value)
    {
        var (kind, name) = _keys.Read(value.Key);
        // Skips an older value than the known one, and a key beyond the limit.
        if (_known.TryGetValue((kind, name), out var known) ? known >= value.ModRevision : IsFull(_known, kind))
            return;
        // A value that can't be read counts as known, and as no host or name.
        _known[(kind, name)] = value.ModRevision;
        var json = value.Value ?? [];
        switch (kind)
        {
            case FleetKeyKind.Host:
                PutHost(name, EtcdValue.TryRead(json, FleetJson.Context.FleetHost));
                break;
            case FleetKeyKind.Member:
                PutMember(name, EtcdValue.TryRead(json, FleetJson.Context.FleetMember), value.CreateRevision);
                break;
            case FleetKeyKind.Name:
                PutAlias(name, EtcdValue.TryRead(json, FleetJson.Context.FleetAlias), value.ModRevision);
                break;
            case FleetKeyKind.Roms:
                _roms[name] = [.. EtcdValue.TryRead(json, FleetJson.Context.StringArray) ?? []];
                break;
        }
    }

    public void Delete(byte[] key)
    {
        var (kind, name) = _keys.Read(key);
        Delete(kind, name);
    }

    public void Delete(FleetKeyKind kind, string name)
    {
        if (!_known.Remove((kind, name)))
            return;
        switch (kind)
        {
            case FleetKeyKind.Host when _hosts.Remove(name, out var host):
                AddLost(_lost, name, new LostHost(host, _now), static lost => lost.Seen);
                break;
            case FleetKeyKind.Member:
                _members.Remove(name);
                break;
            case FleetKeyKind.Name when _aliases.Remove(name, out var alias) && _lost.ContainsKey(alias.Host):
                AddLost(_lostAliases, name, new LostAlias(alias.Host, _now), static lost => lost.Seen);
                break;
            case FleetKeyKind.Roms:
                _roms.Remove(name);
                break;
        }
    }

    public FleetView Build(long revision) => new(revision, _known.ToImmutable(),
        new FleetSnapshot(_hosts.ToImmutable(), _aliases.ToImmutable(), _roms.ToImmutable(), _lost.ToImmutable())
        {
            Members = _members.ToImmutable(),
            LostAliases = _lostAliases.ToImmutable(),
        });

    private void PutHost(string id, FleetHost? host)
    {
        if (host?.Id != id)
        {
            _hosts.Remove(id);
            return;
        }

        _hosts[id] = host;
        _lost.Remove(id);
    }

    private void PutMember(string id, FleetMember? member, long created)
    {
        if (member?.Id == id)
            _members[id] = member with { Created = created };
        else
            _members.Remove(id);
    }

    private void PutAlias(string name, FleetAlias? alias, long revision)
    {
        if (alias is null)
        {
            _aliases.Remove(name);
            return;
        }

        _aliases[name] = alias with { Revision = revision };
        _lostAliases.Remove(name);
    }

    private static void AddLost<T>(
        ImmutableDictionary<string, T>.Builder lost, string name, T value, Func<T, DateTimeOffset> seen)
    {
        if (lost.Count >= MaxLost && !lost.ContainsKey(name))
            lost.Remove(lost.MinBy(entry => seen(entry.Value)).Key);
        lost[name] = value;
    }
}
