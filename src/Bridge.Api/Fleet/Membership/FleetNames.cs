using System.Collections.Concurrent;
using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Membership;

/// <summary>
/// Reserves and releases, in etcd, the names that clients chose: only one host has a name. Remembers those of this host, and reserves
/// them again when etcd has ended this host's lease although it lives.
/// </summary>
internal sealed class FleetNames(
    IEtcd etcd, FleetKeys keys, FleetOptions options, FleetDirectory directory, OwnLease lease, ILogger<FleetNames> logger)
{
    private const int Attempts = 4;
    private const int MaxConcurrent = 16;

    // The names that this host has in etcd, or is about to have.
    private readonly ConcurrentDictionary<string, FleetAlias> _reserved = new();
    // Names that this host releases, or that it may have, because etcd did not respond.
    private readonly ConcurrentDictionary<string, bool> _toRelease = new();

    /// <summary>Returns whether a name is still to be released, because etcd has not responded yet.</summary>
    public bool IsReleasing(string name) => _toRelease.ContainsKey(name);

    /// <summary>Reserves a name for this host. It ends with the host's lease, unless it has a checkpoint.</summary>
    /// <returns>The revision of the name's key with which this host has it; null: another emulator has it.</returns>
    /// <exception cref="EtcdException">etcd did not respond. If the name was reserved, it is released later.</exception>
    public async Task<long?> TryReserveAsync(string name, FleetAlias alias, CancellationToken cancellationToken)
    {
        // Requests of the same host race here, and those of different hosts in etcd.
        if (!_reserved.TryAdd(name, alias))
            return null;
        long? taken = null;
        try
        {
            if (directory.Snapshot.Aliases.Count >= FleetViewBuilder.MaxAliases)
                throw new EtcdException($"The fleet has {FleetViewBuilder.MaxAliases} chosen names, the maximum.");
            taken = await PutAsync(name, alias, cancellationToken);
            return taken;
        }
        catch
        {
            _toRelease[name] = true;
            throw;
        }
        finally
        {
            if (taken is null)
                _reserved.TryRemove(name, out _);
        }
    }

    /// <summary>
    /// Remembers a name that a bridge before this one took on this host. It is taken again for this bridge's lease, because that of the
    /// bridge before ends soon.
    /// </summary>
    public void Adopt(string name, FleetAlias alias) => _reserved.TryAdd(name, alias);

    /// <summary>Takes a name over from a lost host, or gives up one that this host has taken over.</summary>
    /// <param name="name">The name.</param>
    /// <param name="alias">Its new value.</param>
    /// <param name="revision">The revision of its value before.</param>
    /// <param name="member">The revision that created this host's key among the members, which the other hosts know.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>
    /// The revision of the name's key with its new value; null: its value has changed since, its host is back, or this host is not in the
    /// fleet.
    /// </returns>
    /// <exception cref="EtcdException">etcd did not respond. The name may have been taken.</exception>
    public async Task<long?> TryTakeOverAsync(
        string name, FleetAlias alias, long revision, long member, CancellationToken cancellationToken)
    {
        if (await FindAsync(name, cancellationToken) is not { } before || before.Revision != revision)
            return null;
        EtcdCompare[] conditions =
        [
            EtcdCompare.IsAt(keys.Name(name), revision), EtcdCompare.IsThere(keys.Host(options.Host!)),
            EtcdCompare.IsFrom(keys.Member(options.Host!), member),
            .. before.Host == options.Host ? Array.Empty<EtcdCompare>() : [EtcdCompare.IsAbsent(keys.Host(before.Host))],
        ];
        var response = await etcd.TxnAsync(TxnRequest.Put(ToPut(name, alias), conditions), cancellationToken);
        // The response to a first attempt may have been lost.
        long? taken = response.Succeeded ? response.Header.Revision
            : response.Found is { } found && found.ModRevision > revision && Read(found) == (alias with { Revision = 0 })
            ? found.ModRevision
            : null;
        if (taken is not null && alias.Host == options.Host)
            _reserved[name] = alias;
        return taken;
    }

    /// <summary>Forgets a name without releasing it, because this host no longer has it in etcd.</summary>
    public void Forget(string name) => _reserved.TryRemove(name, out _);

    /// <summary>Releases a name if this host still has it.</summary>
    /// <exception cref="EtcdException">etcd did not respond. The name is released later.</exception>
    public Task ReleaseAsync(string name, CancellationToken cancellationToken)
    {
        _reserved.TryRemove(name, out _);
        return DeleteAsync(name, cancellationToken);
    }

    /// <summary>Reads a name from etcd, not from the snapshot; null if no host has it.</summary>
    /// <exception cref="EtcdException">etcd did not respond.</exception>
    public async Task<FleetAlias?> FindAsync(string name, CancellationToken cancellationToken)
    {
        var response = await etcd.RangeAsync(new RangeRequest(keys.Name(name)), cancellationToken);
        return response.Only is { } value && Read(value) is { } alias ? alias with { Revision = value.ModRevision } : null;
    }

    /// <summary>Releases the names that are left over. With a new lease, reserves the names of all emulators of this host for it.</summary>
    public async Task MaintainAsync(bool isNewLease, CancellationToken cancellationToken)
    {
        if (isNewLease)
        {
            // Several at a time, because the lease is not renewed until all are restored.
            var left = new ConcurrentQueue<KeyValuePair<string, FleetAlias>>(_reserved.OrderBy(name => name.Key, StringComparer.Ordinal));
            await Task.WhenAll(Enumerable.Range(0, MaxConcurrent).Select(_ => RestoreAllAsync(left, cancellationToken)));
        }

        foreach (var name in _toRelease.Keys.Order(StringComparer.Ordinal))
            await DeleteAsync(name, cancellationToken);
    }

    private async Task RestoreAllAsync(ConcurrentQueue<KeyValuePair<string, FleetAlias>> left, CancellationToken cancellationToken)
    {
        while (left.TryDequeue(out var name))
            await RestoreAsync(name.Key, name.Value, cancellationToken);
    }

    // Deletes what this host has left, unless it has taken the name again.
    private async Task DeleteAsync(string name, CancellationToken cancellationToken)
    {
        _toRelease[name] = true;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var found = await FindAsync(name, cancellationToken);
            // Asked after reading: a request that takes the name later changes the revision.
            if (found?.Host != options.Host || _reserved.ContainsKey(name)
                || await TryDeleteAsync(name, found!.Revision, cancellationToken))
            {
                _toRelease.TryRemove(name, out _);
                return;
            }
        }

        throw new EtcdException($"The name \"{name}\" changes too fast in etcd.");
    }

    private async Task<bool> TryDeleteAsync(string name, long revision, CancellationToken cancellationToken)
    {
        var key = keys.Name(name);
        return (await etcd.TxnAsync(TxnRequest.Delete(key, EtcdCompare.IsAt(key, revision)), cancellationToken)).Succeeded;
    }

    private async Task RestoreAsync(string name, FleetAlias before, CancellationToken cancellationToken)
    {
        var found = await FindAsync(name, cancellationToken);
        var alias = found?.Host == options.Host ? found! with { Revision = 0 } : before;
        // A name with a checkpoint has no lease. If it is gone, a client may have ended the emulator on another host.
        if (alias.Checkpoint is not null ? found?.Host == options.Host : await PutAsync(name, alias, cancellationToken) is not null)
        {
            // Otherwise the name was released meanwhile. Its key is deleted next, unless this host has reserved the name again.
            if (!_reserved.TryUpdate(name, alias, before))
                _toRelease[name] = true;
            return;
        }

        if (!_reserved.TryRemove(KeyValuePair.Create(name, before)))
            return;
        var holder = (await FindAsync(name, cancellationToken))?.Host is { Length: > 0 } host ? $"the host {host}" : "no host";
        Log.FleetNameLost(logger, name, holder);
    }

    // Returns the revision with which this host has the name, or null.
    private async Task<long?> PutAsync(string name, FleetAlias alias, CancellationToken cancellationToken)
    {
        var (key, self) = (keys.Name(name), EtcdCompare.IsThere(keys.Host(options.Host!)));
        var known = 0L; // The revision at which the key was found last; 0: it wasn't there.
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var response = await etcd.TxnAsync(TxnRequest.Put(ToPut(name, alias), EtcdCompare.IsAt(key, known), self), cancellationToken);
            if (response.Succeeded)
                return response.Header.Revision;
            // Only what this host has left itself is replaced, by a run before or by an attempt whose response was lost.
            if (response.Found is { } found
                && (Read(found) is not { } other || other.Host != options.Host || (other.Checkpoint is not null && other != alias)))
                return null;
            var now = response.Found?.ModRevision ?? 0;
            // The name's key is as it was expected, so this host's own key is missing.
            if (now == known)
                throw NoMember();
            known = now;
        }

        throw new EtcdException($"The name \"{name}\" changes too fast in etcd.");
    }

    private PutRequest ToPut(string name, FleetAlias alias) => new(
        keys.Name(name), JsonSerializer.SerializeToUtf8Bytes(alias, FleetJson.Context.FleetAlias),
        alias.Checkpoint is null ? lease.Id ?? throw NoMember() : null);

    private static FleetAlias? Read(EtcdKeyValue value) => EtcdValue.TryRead(value.Value ?? [], FleetJson.Context.FleetAlias);

    private static EtcdException NoMember() => new("This host is not in the fleet at present, because etcd has not heard it.");
}
