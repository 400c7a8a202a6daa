using System.Diagnostics;
using System.Diagnostics.Metrics;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.OnDemand;

namespace Bridge.Api.Fleet;

/// <summary>Counts what this bridge does and sees in the fleet, for exporters (docs/telemetry.md) and the page.</summary>
/// <remarks>Durations are recorded only while somebody listens; all other values are read only when they are collected.</remarks>
internal sealed class FleetMeters
{
    private const string StateTag = "bridge.fleet.host.state";
    private const string OwnerTag = "bridge.fleet.host.id";
    private const string ErrorTag = "error.type";

    // Seconds. A hop within a rack adds 0.1 ms to an answer of 0.1 ms; a step waits for frames, and an event stream is open for minutes.
    private static readonly double[] Boundaries =
        [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600];

    private readonly FleetDirectory _directory;
    private readonly LeaseKeeper _leases;
    private readonly WaitingCreations _creations;
    private readonly TimeProvider _time;
    private readonly Histogram<double> _forwarded;
    private long _created;
    private long _lost;
    private long _resyncs;
    private long _engineSeenAt;

    public FleetMeters(
        IMeterFactory meters, FleetDirectory directory, LeaseKeeper leases, WaitingCreations creations, TimeProvider time)
    {
        (_directory, _leases, _creations, _time) = (directory, leases, creations, time);
        _engineSeenAt = time.GetTimestamp();
        directory.Changed += CountLost;
        var meter = meters.Create(MeterNames.Fleet);
        _forwarded = meter.CreateHistogram("bridge.fleet.forwarded", "s", "Time of a request to another host's emulator, by its host.",
            advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = Boundaries });
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
    public int Slots => _directory.Copy.Hosts.Values.Sum(static host => host.Slots);

    /// <summary>Gets how many more emulators the hosts may start, without the draining ones.</summary>
    public int Free => _directory.Copy.Hosts.Values.Where(static host => !host.Draining).Sum(static host => host.Free);

    /// <summary>Gets how many creations wait for a free place at this bridge.</summary>
    public long Waiting => _creations.Count;

    /// <summary>Gets how many emulators were created for this bridge's clients, on any host.</summary>
    public long Created => Volatile.Read(ref _created);

    /// <summary>Gets how many emulators of this host ended because of their lease.</summary>
    public long Expired => _leases.Expired;

    /// <summary>Gets how many emulators the lost hosts had.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>Gets how often this bridge read all of etcd's keys.</summary>
    public long Resyncs => Volatile.Read(ref _resyncs);

    /// <summary>Gets the time since the last sign of etcd.</summary>
    public TimeSpan EngineAge => _time.GetElapsedTime(Volatile.Read(ref _engineSeenAt));

    /// <summary>Counts a creation of a client of this bridge that a host answered with its emulator.</summary>
    public void CountCreated() => Interlocked.Increment(ref _created);

    /// <summary>Counts that this bridge reads all of etcd's keys.</summary>
    public void CountResync() => Interlocked.Increment(ref _resyncs);

    /// <summary>Notes a sign of etcd: an answer to a call, or an event of the watch.</summary>
    public void SeeEngine() => Volatile.Write(ref _engineSeenAt, _time.GetTimestamp());

    /// <summary>Records a request that was forwarded and has ended.</summary>
    /// <param name="host">The id of the host that has the emulator.</param>
    /// <param name="elapsed">From the request's arrival to the end of the answer.</param>
    /// <param name="error">What the hop failed with, such as <c>not-applied</c>; null: the owner answered.</param>
    public void RecordForwarded(string host, TimeSpan elapsed, string? error = null)
    {
        if (!_forwarded.Enabled)
            return;
        var tags = new TagList { { OwnerTag, host } };
        if (error is not null)
            tags.Add(ErrorTag, error);
        _forwarded.Record(elapsed.TotalSeconds, tags);
    }

    private void CountLost(FleetCopy before, FleetCopy after)
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
        var copy = _directory.Copy;
        var draining = copy.Hosts.Values.Count(static host => host.Draining);
        return new FleetHostCounts(copy.Hosts.Count - draining, draining, copy.Lost.Count);
    }

    private Measurement<long>[] MeasureHosts()
    {
        var (live, draining, lost) = CountHosts();
        return [InState("live", live), InState("draining", draining), InState("lost", lost)];
    }

    private static Measurement<long> InState(string state, int count) =>
        new(count, new KeyValuePair<string, object?>(StateTag, state));
}
