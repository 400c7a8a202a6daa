using System.Collections.Concurrent;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;

namespace Bridge.Api.Fleet.Takeover;

/// <summary>Brings the emulators of lost hosts back from their checkpoints.</summary>
internal sealed class FleetTakeover(
    FleetOptions options, FleetDirectory fleet, FleetNames names, FleetHttp http, OwnLease lease, ChosenNames chosen, Fence fence,
    CheckpointFiles files, OnDemandEmulators emulators, RomFolder roms, TimeProvider time, WorkGuard guard,
    ILogger<FleetTakeover> logger) : BackgroundWork(guard), ITakeoverWorld
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan MaxResponseTime = TimeSpan.FromSeconds(1);

    // A name of this host without an emulator counts as lost after this time: the snapshot also shows it before its creation is known here,
    // and after it was released.
    private static readonly TimeSpan OwnAfter = TimeSpan.FromSeconds(5);

    // The next attempt after the emulator could not be started here.
    private static readonly TimeSpan AgainAfter = TimeSpan.FromSeconds(10);

    private readonly ConcurrentDictionary<string, bool> _running = new(); // The names whose takeover runs.
    private readonly ConcurrentDictionary<string, bool> _taking = new(); // Of these, the names that etcd is asked for now.
    private readonly Dictionary<string, long> _seenAt = []; // When each lost name was found, as a timestamp.
    private readonly ConcurrentDictionary<string, long> _failedAt = new();

    public string Host => options.Host!;

    public FleetSnapshot Snapshot => fleet.Snapshot;

    /// <summary>Returns whether this host has asked etcd for the name of a lost emulator, and etcd has not responded yet.</summary>
    public bool IsTaking(string name) => _taking.ContainsKey(name);

    public async Task<bool> ReachesAsync(FleetMember host, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(MaxResponseTime, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri("/health/live", UriKind.Relative));
            using var response = await http.SendAsync(host.Address, request, either.Token);
            return response.IsSuccessStatusCode;
        }
        catch (Exception failure) when (failure is HttpRequestException or IOException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return false;
        }
    }

    public async Task<bool> TryTakeOverAsync(
        string name, FleetAlias alias, long revision, long member, CancellationToken cancellationToken)
    {
        _taking[name] = true;
        try
        {
            if (await names.TryTakeOverAsync(name, alias, revision, member, cancellationToken) is not { } taken)
                return false;
            chosen.Add(name, alias.Checkpoint, taken, isRunning: false);
            return true;
        }
        finally
        {
            _taking.TryRemove(name, out _);
        }
    }

    public async Task<bool> StartAsync(string name, FleetAlias old, CancellationToken cancellationToken)
    {
        try
        {
            var request = JsonSerializer.Deserialize(old.Checkpoint!.Request, OnDemandJson.Context.CreateRequest)!;
            var checkpoint = files.Find(name);
            var wanted = NewEmulator.Read(request).WithRomOf(roms) with
            {
                Checkpoint = checkpoint?.State, Restored = new RestoredDescription(checkpoint?.Frame ?? 0, checkpoint?.Host ?? old.Host),
            };
            await emulators.CreateAsync(checkpoint is null ? wanted : wanted with { State = null }, cancellationToken);
            chosen.Confirm(name);
            await fence.ProveAsync(cancellationToken);
            Log.TakenOver(logger, name, old.Host, checkpoint?.Frame ?? 0);
            return true;
        }
        catch (Exception failure) when (failure is RequestException or EmulatorException or IOException or UnauthorizedAccessException
            or JsonException)
        {
            Log.NotTakenOver(logger, name, failure.Message);
            return false;
        }
    }

    public async Task GiveUpAsync(string name, FleetAlias alias, CancellationToken cancellationToken)
    {
        _failedAt[name] = time.GetTimestamp();
        try
        {
            if (await names.FindAsync(name, cancellationToken) is { } now && now.Host == Host
                && Snapshot.Members.TryGetValue(Host, out var self))
            {
                await names.TryTakeOverAsync(
                    name, alias with { Host = EmulatorTakeover.NoHost }, now.Revision, self.Created, cancellationToken);
            }
        }
        finally
        {
            // Not before: a creation of the name on this host could take the key that is given up here.
            chosen.Abandon(name);
        }
    }

    protected override async Task RunAsync(CancellationToken stopping)
    {
        var takeover = new EmulatorTakeover(this, time);
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
        {
            if (!lease.IsHeld)
                continue;
            var snapshot = Snapshot;
            var lost = snapshot.Aliases.Where(entry => IsLost(snapshot, entry.Key, entry.Value)).Select(entry => entry.Key).ToHashSet();
            foreach (var found in _seenAt.Keys.Where(name => !lost.Contains(name)).ToArray())
                _seenAt.Remove(found);
            foreach (var name in lost.Where(name => IsDue(snapshot, name) && _running.TryAdd(name, true)))
                _ = Guard.RunAsync(nameof(EmulatorTakeover), stopping => RunAsync(takeover, name, stopping), stopping);
        }
    }

    // Not while this host has a copy: it may be older than the lost one, and the fence would take it for the new one.
    private bool IsLost(FleetSnapshot snapshot, string name, FleetAlias alias) => !chosen.Has(name) && (alias.Host == Host
        ? alias.Checkpoint is not null && !names.IsReleasing(name)
        : EmulatorTakeover.FindLost(snapshot, name) is not null);

    private bool IsDue(FleetSnapshot snapshot, string name)
    {
        var now = time.GetTimestamp();
        if (_failedAt.TryGetValue(name, out var failed) && time.GetElapsedTime(failed, now) < AgainAfter)
            return false;
        _seenAt.TryAdd(name, now);
        return snapshot.Aliases[name].Host != Host || time.GetElapsedTime(_seenAt[name], now) > OwnAfter;
    }

    private async Task RunAsync(EmulatorTakeover takeover, string name, CancellationToken stopping)
    {
        try
        {
            var request = Snapshot.Aliases.GetValueOrDefault(name)?.Checkpoint?.Request ?? "{}";
            var rom = JsonSerializer.Deserialize(request, OnDemandJson.Context.CreateRequest)?.Rom;
            await takeover.RunAsync(name, rom, stopping);
        }
        catch (Exception failure) when (failure is EtcdException or JsonException)
        {
            Log.NotTakenOver(logger, name, failure.Message);
        }
        catch (OperationCanceledException)
        {
            // The bridge stops.
        }
        finally
        {
            _running.TryRemove(name, out _);
        }
    }
}
