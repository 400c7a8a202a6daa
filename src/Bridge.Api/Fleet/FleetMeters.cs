using System.Diagnostics.Metrics;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet;

/// <summary>Counts what this bridge does and sees in the fleet, for exporters (docs/telemetry.md) and the page.</summary>
/// <remarks>The values are read only when they are collected.</remarks>
internal sealed class FleetMeters
{
    private const string StateTag = "bridge.fleet.host.state";

    private readonly FleetDirectory _directory;
    private readonly LeaseKeeper _leases;
    private readonly FleetCreations _creations;
    private readonly WaitingCreations _waiting;
    private readonly FleetWatching _watching;
    private readonly EtcdContact _etcd;
    private long _lost;

    public FleetMeters(
        IMeterFactory meters, FleetDirectory directory, LeaseKeeper leases, FleetCreations creations, WaitingCreations waiting,
        FleetWatching watching, EtcdContact etcd)
    {
        (_directory, _leases, _creations, _waiting, _watching, _etcd) = (directory, leases, creations, waiting, watching, etcd);
        directory.Changed += CountLost;
        var meter = meters.Create(MeterNames.Fleet);
        meter.CreateObservableUpDownCounter("bridge.fleet.hosts", MeasureHosts, "{host}", "Hosts that this bridge knows, by their state.");
        meter.CreateObservableUpDownCounter("bridge.fleet.slots", () => Slots, "{emulator}", "Emulators that all live hosts may have.");
        meter.CreateObservableUpDownCounter("bridge.fleet.free", () => Free, "{emulator}",
            "Emulators that all hosts may still start, without the draining ones.");
        meter.CreateObservableUpDownCounter("bridge.fleet.waiting", () => Waiting, "{request}",
            "Creations that wait for a free place at this bridge.");
        meter.CreateObservableCounter("bridge.fleet.created", () => Created, "{emulator}",
            "Emulators that any host created for this bridge's clients.");
        meter.CreateObservableCounter("bridge.fleet.expired", () => Expired, "{emulator}", "Emulators of this host whose lease ended.");
        meter.CreateObservableCounter("bridge.fleet.lost", () => Lost, "{emulator}", "Emulators of hosts that this bridge saw go.");
        meter.CreateObservableCounter("bridge.fleet.resyncs", () => Resyncs, "{resync}", "Times that this bridge read all of etcd's keys.");
        meter.CreateObservableGauge("bridge.fleet.engine_age", () => EngineAge.TotalSeconds, "s", "Time since the last sign of etcd.");
    }

    /// <summary>Gets how many emulators all live hosts may have.</summary>
    public int Slots => _directory.Snapshot.Hosts.Values.Sum(static host => host.Slots);

    /// <summary>Gets how many more emulators the hosts may start, without the draining ones.</summary>
    public int Free => _directory.Snapshot.Hosts.Values.Where(static host => !host.Draining).Sum(static host => host.Free);

    /// <summary>Gets how many creations wait for a free place at this bridge.</summary>
    public long Waiting => _waiting.Count;

    /// <summary>Gets how many emulators were created for this bridge's clients, on any host.</summary>
    public long Created => _creations.Created;

    /// <summary>Gets how many emulators of this host ended because of their lease.</summary>
    public long Expired => _leases.Expired;

    /// <summary>Gets how many emulators the lost hosts had.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>Gets how often this bridge read all of etcd's keys.</summary>
    public long Resyncs => _watching.Resyncs;

    /// <summary>Gets the time since the last sign of etcd.</summary>
    public TimeSpan EngineAge => _etcd.Age;

    private void CountLost(FleetSnapshot before, FleetSnapshot after)
    {
        foreach (var (id, lost) in after.Lost)
        {
            if (!before.Lost.ContainsKey(id))
                Interlocked.Add(ref _lost, Math.Max(0, lost.Last.Slots - lost.Last.Free));
        }
    }

    /// <summary>Describes all values, for <c>GET /meters</c>.</summary>
    public FleetMeterDescription Describe() => new(
        CountHosts(), Slots, Free, Waiting, Created, Expired, Lost, Resyncs, Math.Round(EngineAge.TotalSeconds, 3));

    private FleetHostCounts CountHosts()
    {
        var snapshot = _directory.Snapshot;
        var draining = snapshot.Hosts.Values.Count(static host => host.Draining);
        return new FleetHostCounts(snapshot.Hosts.Count - draining, draining, snapshot.Lost.Count);
    }

    private Measurement<long>[] MeasureHosts()
    {
        var (live, draining, lost) = CountHosts();
        return [InState("live", live), InState("draining", draining), InState("lost", lost)];
    }

    private static Measurement<long> InState(string state, int count) =>
        new(count, new KeyValuePair<string, object?>(StateTag, state));
}
