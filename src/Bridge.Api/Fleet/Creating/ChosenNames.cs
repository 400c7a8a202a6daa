using System.Collections.Concurrent;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Creating;

/// <summary>The names that clients chose for emulators of this host. Each is reserved in etcd before the creation.</summary>
internal sealed class ChosenNames(
    FleetOptions options, FleetDirectory fleet, FleetNames names, OwnLease lease, Fence fence, CheckpointFiles files, HostFolders folders,
    KeyTurns turns, ILogger<ChosenNames> logger)
{
    private readonly ConcurrentDictionary<string, ReservedName> _reserved = new();

    /// <summary>Gets the names of emulators that run.</summary>
    public IEnumerable<KeyValuePair<string, ReservedName>> Running => _reserved.Where(entry => entry.Value.IsRunning);

    /// <summary>Returns whether this host has a name, or is about to create its emulator.</summary>
    public bool Has(string name) => _reserved.ContainsKey(name);

    /// <summary>Returns whether this host has a name whose emulator can come back on another host.</summary>
    public bool HasCheckpoint(string name) => _reserved.TryGetValue(name, out var held) && held.Checkpoint is not null;

    /// <summary>Checks that a name doesn't look like one that a host chose.</summary>
    /// <exception cref="RequestException">It begins with the id of a host.</exception>
    public void Check(string name)
    {
        var snapshot = fleet.Snapshot;
        if (snapshot.Hosts.Keys.Concat(snapshot.Lost.Keys).Append(options.Host!)
            .FirstOrDefault(id => name.StartsWith($"{id}-", StringComparison.Ordinal)) is { } host)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"name must not begin with {host}-, because the host {host} gives its emulators such names; got \"{name}\".", "name");
        }
    }

    /// <summary>Reserves a name for an emulator that is created next.</summary>
    /// <exception cref="RequestException">Another emulator has it (409), or etcd can't be reached (503).</exception>
    public async Task<ReservedName> ReserveAsync(string name, NewEmulator wanted, CancellationToken cancellationToken)
    {
        var checkpoint = wanted.Request.Checkpoint is { } setting
            ? new FleetCheckpoint(setting.EverySeconds!.Value, wanted.Canonical)
            : null;
        if (checkpoint is not null && options.CheckpointFolder is not { Length: > 0 })
            throw new RequestException(ProblemTypes.Unsupported, "checkpoint needs a folder, which Bridge:Fleet:CheckpointFolder sets.");
        using var turn = await turns.EnterAsync($"name {name}", cancellationToken);
        if (_reserved.ContainsKey(name))
            throw CreationPlaces.Taken(name);
        var before = lease.Id;
        long? revision;
        try
        {
            if (names.IsReleasing(name))
                await names.ReleaseAsync(name, cancellationToken);
            revision = await names.TryReserveAsync(name, new FleetAlias(options.Host!, checkpoint), cancellationToken);
        }
        catch (EtcdException exception)
        {
            throw new RequestException(ProblemTypes.FleetUnavailable, $"name needs etcd. {exception.Message}", "name");
        }

        return Add(name, checkpoint, revision ?? throw CreationPlaces.Taken(name), isRunning: false, before);
    }

    /// <summary>Adds a name that this host has in etcd already, or had.</summary>
    /// <param name="name">The name.</param>
    /// <param name="checkpoint">How it comes back on another host; null: not at all.</param>
    /// <param name="revision">The revision of its key with which this host took it.</param>
    /// <param name="isRunning">Whether its emulator runs.</param>
    /// <param name="before">The lease that this host had before it took the name; null: unknown, so that it needs a proof.</param>
    public ReservedName Add(string name, FleetCheckpoint? checkpoint, long revision, bool isRunning, long? before = null)
    {
        if (checkpoint is not null)
            fence.Add(name, before, revision);
        return _reserved[name] = new ReservedName(new object(), checkpoint, isRunning);
    }

    /// <summary>Confirms a name whose emulator runs now, unless it has ended already.</summary>
    public void Confirm(string name)
    {
        if (_reserved.TryGetValue(name, out var held))
            Confirm(name, held);
    }

    /// <inheritdoc cref="Confirm(string)"/>
    /// <param name="name">The name.</param>
    /// <param name="held">Its reservation. If it has another one by now, it is another emulator's, and nothing is done.</param>
    public void Confirm(string name, ReservedName held)
    {
        var kept = held with { IsRunning = true };
        if (!_reserved.TryUpdate(name, kept, held) || held.Checkpoint is not { } checkpoint)
            return;
        try
        {
            KeptCheckpoint.Write(folders.Of(name), new KeptCheckpoint(checkpoint, fence.HoldOf(name)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The next bridge on this host reads it from etcd.
            Log.CheckpointNotKept(logger, name, exception.Message);
        }
    }

    /// <summary>Adds the checkpoint of an emulator whose bridge was killed before it wrote the checkpoint down.</summary>
    /// <param name="name">The name.</param>
    /// <param name="held">Its reservation. If it has another one by now, it is another emulator's, and nothing is done.</param>
    /// <param name="alias">What etcd has of it.</param>
    public void AddCheckpoint(string name, ReservedName held, FleetAlias alias)
    {
        var known = held with { Checkpoint = alias.Checkpoint };
        if (!_reserved.TryUpdate(name, known, held))
            return;
        fence.Add(name, lease: null, alias.Revision);
        Confirm(name, known);
    }

    /// <summary>Adds the name of an emulator that a bridge before this one started.</summary>
    public void Adopt(string name)
    {
        var (kept, problem) = KeptCheckpoint.Read(folders.Of(name));
        names.Adopt(name, new FleetAlias(options.Host!, kept?.Checkpoint));
        Add(name, kept?.Checkpoint, kept?.Hold ?? 0, isRunning: true);
        if (problem is null)
            return;
        // What etcd has counts. Until then another host may have taken the emulator over.
        Log.CheckpointDamaged(logger, name, problem);
        fence.Add(name, lease: null, hold: 0);
    }

    /// <summary>Abandons a name without releasing it, because another host has it.</summary>
    /// <returns>Whether this host had it.</returns>
    public bool Abandon(string name)
    {
        fence.Remove(name);
        if (!_reserved.TryRemove(name, out _))
            return false;
        names.Forget(name);
        return true;
    }

    /// <summary>Releases a name, now or when etcd is back. Its checkpoint is deleted.</summary>
    /// <param name="name">The name.</param>
    /// <param name="only">Its reservation; null: any. If it has another one by now, it is another emulator's, and nothing is done.</param>
    public async Task ReleaseAsync(string name, ReservedName? only = null)
    {
        using var turn = await turns.EnterAsync($"name {name}", CancellationToken.None);
        if (!_reserved.TryGetValue(name, out var held) || (only is not null && held.Id != only.Id) || !_reserved.TryRemove(name, out held))
            return;
        fence.Remove(name);
        if (held.Checkpoint is not null)
            files.Delete(name);
        try
        {
            await names.ReleaseAsync(name, CancellationToken.None);
        }
        catch (EtcdException)
        {
            // It is released later.
        }
    }
}

/// <summary>A chosen name of this host.</summary>
/// <param name="Id">Distinguishes two reservations of the same name.</param>
/// <param name="Checkpoint">How it comes back on another host; null: not at all.</param>
/// <param name="IsRunning">Whether its emulator runs; otherwise it is being created.</param>
internal sealed record ReservedName(object Id, FleetCheckpoint? Checkpoint, bool IsRunning);
