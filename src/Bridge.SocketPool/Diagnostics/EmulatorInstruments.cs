using System.Collections.Immutable;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>
/// Publishes the meters of all emulators as instruments of <c>System.Diagnostics.Metrics</c>, for exporters (docs/telemetry.md). The spans
/// of exchanges come from an <see cref="ActivitySource"/> of the same name.
/// </summary>
/// <remarks>Durations are recorded one by one while somebody listens; all other values are read only when they are collected.</remarks>
public sealed class EmulatorInstruments
{
    /// <summary>The name of the meter and of the activity source.</summary>
    public const string MeterName = "Bridge.SocketPool";

    internal const string EmulatorTag = "bridge.emulator.name";
    internal const string StateTag = "bridge.emulator.state";
    internal const string CommandTag = "bridge.command";
    internal const string ErrorTag = "error.type";
    internal const string DirectionTag = "network.io.direction";

    // Seconds. An exchange takes 0.1 ms within a frame, and 17 ms if it needs one frame.
    private static readonly double[] Boundaries =
        [0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

    private readonly Histogram<double> _durations;
    private ImmutableArray<Emulator> _emulators = [];

    /// <summary>Creates the instruments of <paramref name="meter"/>.</summary>
    public EmulatorInstruments(Meter meter)
    {
        _durations = meter.CreateHistogram("bridge.exchange.duration", "s", "Time from a request to the emulator to its reply.",
            advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = Boundaries });
        meter.CreateObservableUpDownCounter(
            "bridge.exchange.active", () => Each(meters => (long?)meters.InFlight), "{exchange}", "Requests to the emulator in flight.");
        meter.CreateObservableUpDownCounter(
            "bridge.exchange.queue.size", () => Each(meters => (long?)meters.QueuedBytes),
            "By", "Bytes queued to be sent to the emulator.");
        meter.CreateObservableCounter(
            "bridge.exchange.ended", () => Each(meters => (long?)meters.Requests),
            "{exchange}", "Requests to the emulator that completed or could not be sent.");
        meter.CreateObservableCounter(
            "bridge.exchange.failed", () => Each(meters => (long?)meters.Failed), "{exchange}",
            "Completed requests without a successful reply.");
        meter.CreateObservableUpDownCounter(
            "bridge.connection.count", () => Each(meters => (long?)meters.OpenConnections),
            "{connection}", "Usable connections to the emulator.");
        meter.CreateObservableCounter(
            "bridge.connection.reconnects", () => Each(meters => (long?)meters.Reconnects),
            "{connection}", "Reconnects after a connection broke.");
        meter.CreateObservableCounter("bridge.network.io", Transferred, "By", "Bytes to and from the emulator.");
        meter.CreateObservableGauge(
            "bridge.emulator.frame_rate", () => Each(meters => meters.FramesPerSecond), "{frame}/s",
            "Frames that the game runs per second.");
        meter.CreateObservableGauge(
            "bridge.emulator.round_trip", () => Each(meters => meters.RoundTrip?.TotalSeconds),
            "s", "Round-trip time of the latest ping.");
        meter.CreateObservableGauge(
            "bridge.window.used", () => Each(meters => meters.WindowUsed), "1",
            "Fraction of the script's time for requests that is in use, 0 to 1.");
        meter.CreateObservableUpDownCounter(
            "bridge.emulator.status", States, "{emulator}", "1 for the state that the emulator is in, 0 for the others.");
    }

    /// <summary>Adds an emulator's meters.</summary>
    /// <param name="name">The emulator's name.</param>
    /// <param name="state">Gets its current state.</param>
    /// <param name="meters">Gets its meters.</param>
    /// <returns>An object that removes them when it is disposed, and leaves those of another emulator with this name.</returns>
    internal IDisposable Add(string name, Func<EmulatorState> state, Func<MeterReadings> meters)
    {
        var added = new Emulator(this, name, state, meters);
        ImmutableInterlocked.Update(ref _emulators, static (all, one) => all.Add(one), added);
        return added;
    }

    internal void Record(string emulator, string command, TimeSpan elapsed, EmulatorFailure? failure)
    {
        if (!_durations.Enabled)
            return;
        var tags = new TagList { { EmulatorTag, emulator }, { CommandTag, command } };
        if (failure is { } reason)
            tags.Add(ErrorTag, EmulatorNames.Of(reason));
        _durations.Record(elapsed.TotalSeconds, tags);
    }

    private IEnumerable<Measurement<T>> Each<T>(Func<MeterReadings, T?> value) where T : struct =>
        from emulator in _emulators
        let number = value(emulator.Meters())
        where number.HasValue
        select new Measurement<T>(number.Value, Tag(EmulatorTag, emulator.Name));

    private IEnumerable<Measurement<long>> Transferred() => _emulators.SelectMany(emulator =>
    {
        var meters = emulator.Meters();
        return new Measurement<long>[]
        {
            new(meters.BytesReceived, Tag(EmulatorTag, emulator.Name), Tag(DirectionTag, "receive")),
            new(meters.BytesSent, Tag(EmulatorTag, emulator.Name), Tag(DirectionTag, "transmit")),
        };
    });

    private IEnumerable<Measurement<long>> States() =>
        from emulator in _emulators
        let now = emulator.State()
        from state in Enum.GetValues<EmulatorState>()
        select new Measurement<long>(state == now ? 1 : 0, Tag(EmulatorTag, emulator.Name), Tag(StateTag, EmulatorNames.Of(state)));

    private static KeyValuePair<string, object?> Tag(string name, string value) => new(name, value);

    private sealed class Emulator(
        EmulatorInstruments instruments, string name, Func<EmulatorState> state, Func<MeterReadings> meters) : IDisposable
    {
        public string Name => name;

        public Func<EmulatorState> State => state;

        public Func<MeterReadings> Meters => meters;

        public void Dispose() => ImmutableInterlocked.Update(ref instruments._emulators, static (all, one) => all.Remove(one), this);
    }
}
