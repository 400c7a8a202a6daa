using System.Diagnostics;
using System.Diagnostics.Metrics;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Diagnostics;

/// <summary>The counters of an emulator, and that instruments and spans show the same.</summary>
public sealed class MetersTests : IAsyncLifetime
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);
    private static readonly EmulatorRequest Press = CommandTable.ButtonsPress.Request(1, 6, 2, 1);

    private readonly FakeEmulator _fake = new();
    private readonly Meter _meter = new(EmulatorInstruments.MeterName);
    private EmulatorClient _client = null!;

    public ValueTask InitializeAsync()
    {
        _client = new EmulatorClient("default", new EmulatorOptions
        {
            Port = _fake.Port,
            Connections = 1,
            Retries = 0,
            PausedAfter = TimeSpan.FromSeconds(5),
            PingInterval = TimeSpan.FromMilliseconds(20),
        }, TimeProvider.System, NullLogger.Instance, new EmulatorInstruments(_meter));
        return new ValueTask(Eventually.HoldsAsync(() => _client.Status.OpenConnections == 1));
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
        _meter.Dispose();
    }

    [Fact]
    public async Task Requests_are_counted_and_pings_are_not()
    {
        await AnswersAsync(Read);
        await Eventually.HoldsAsync(() => _fake.Received.Count(request => request.Command == "ping") > 5);
        var meters = _client.Meters;
        Assert.Equal((1, 0), (meters.Requests, meters.Failed));
        Assert.True(meters.Median > TimeSpan.Zero && meters.P99 >= meters.Median);
        Assert.True(meters.BytesSent > 100 && meters.BytesReceived > 100);
        Assert.Equal((0, 1), (meters.Reconnects, meters.OpenConnections));
    }

    [Fact]
    public async Task Requests_that_wait_for_frames_are_counted_but_not_as_slow()
    {
        await AnswersAsync(Press);
        Assert.Equal(1, _client.Meters.Requests);
        Assert.Null(_client.Meters.Median);
    }

    [Fact]
    public async Task Failures_count_whether_refused_lost_or_never_sent_and_a_broken_connection_is_made_anew()
    {
        var refused = _client.SendAsync(Read, CancellationToken.None).AsTask();
        await (await _fake.NextRequestAsync("memory.get")).RefuseAsync("out-of-range", "there is nothing");
        await Assert.ThrowsAsync<EmulatorException>(() => refused);
        Assert.Equal((1, 1), (_client.Meters.Requests, _client.Meters.Failed));

        var lost = _client.SendAsync(Read, CancellationToken.None).AsTask();
        (await _fake.NextRequestAsync("memory.get")).Connection.Reset();
        await Assert.ThrowsAsync<EmulatorException>(() => lost);
        Assert.Equal((2, 2), (_client.Meters.Requests, _client.Meters.Failed));
        await Eventually.HoldsAsync(() => _client.Meters.Reconnects == 1);

        _fake.Stop();
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.NoEmulator);
        await Assert.ThrowsAsync<EmulatorException>(async () => (await _client.SendAsync(Read, CancellationToken.None)).Dispose());
        var meters = _client.Meters;
        Assert.Equal((3, 3), (meters.Requests, meters.Failed));
        Assert.Equal((null, null, 0), (meters.FramesPerSecond, meters.RoundTrip, meters.OpenConnections));
    }

    [Fact]
    public async Task A_cancelled_request_is_not_a_failure()
    {
        using var patience = new CancellationTokenSource();
        var asked = _client.SendAsync(Read, patience.Token).AsTask();
        await _fake.NextRequestAsync("memory.get");
        await patience.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
        Assert.Equal((1, 0), (_client.Meters.Requests, _client.Meters.Failed));
    }

    [Fact]
    public async Task Bytes_that_the_script_does_not_read_are_shown_as_queued()
    {
        var connection = Assert.Single(_fake.Connections);
        connection.StopReading();
        // The maximum of the send queue if nothing was sent yet, and more than the kernel buffers.
        var writes = Enumerable.Range(0, 8)
            .Select(_ => _client.SendAsync(
                CommandTable.MemoryWrite.Request(1, null) with { Payload = new byte[1_000_000] },
                CancellationToken.None).AsTask())
            .ToArray();
        await Eventually.HoldsAsync(() => _client.Meters is { QueuedBytes: > 1_000_000, InFlight: > 5 });
        connection.Reset();
        foreach (var write in writes)
            await Assert.ThrowsAsync<EmulatorException>(() => write);
        await Eventually.HoldsAsync(() => _client.Meters is { QueuedBytes: < 1_000_000, Reconnects: 1 });
    }

    [Fact]
    public async Task The_load_of_the_script_is_only_measured_for_an_observer()
    {
        await Eventually.HoldsAsync(() => _fake.Received.Count(request => request.Command == "ping") > 10);
        Assert.DoesNotContain(_fake.Received, request => request.Command == "info");
        _fake.Facts = [.. _fake.Facts, "windowused=370"];
        await Eventually.HoldsAsync(() => _client.Meters.WindowUsed == 0.37);
    }

    [Fact]
    public async Task The_instruments_show_what_the_meters_show()
    {
        var seen = new Dictionary<string, double>();
        using var listener = new MeterListener
            { InstrumentPublished = (instrument, self) => { if (instrument.Meter == _meter) self.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => seen[Key(instrument, tags)] = value);
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => { lock (seen) seen[Key(instrument, tags)] = value; });
        listener.Start();
        _fake.Facts = [.. _fake.Facts, "windowused=370"];
        await Eventually.HoldsAsync(() => _client.Meters is { WindowUsed: 0.37, FramesPerSecond: not null, RoundTrip: not null });
        await AnswersAsync(Read);
        lock (seen)
            Assert.InRange(seen["bridge.exchange.duration default memory.get"], 1e-6, 30);
        listener.RecordObservableInstruments();
        var meters = _client.Meters;
        Assert.Equal(meters.Requests, seen["bridge.exchange.ended default"]);
        Assert.Equal(0, seen["bridge.exchange.failed default"]);
        Assert.Equal(0.37, seen["bridge.window.used default"]);
        Assert.Equal(1, seen["bridge.connection.count default"]);
        Assert.InRange(seen["bridge.network.io default receive"], 100, meters.BytesReceived);
        Assert.InRange(seen["bridge.network.io default transmit"], 100, meters.BytesSent);
        Assert.Equal(1, seen["bridge.emulator.status default running"]);
        Assert.Equal(0, seen["bridge.emulator.status default paused"]);
        Assert.All(
            ["bridge.exchange.active", "bridge.exchange.queue.size", "bridge.connection.reconnects",
            "bridge.emulator.frame_rate", "bridge.emulator.round_trip"],
            name => Assert.Contains($"{name} default", seen.Keys));
    }

    [Fact]
    public async Task The_end_of_a_client_leaves_the_meters_of_another_one_with_its_name()
    {
        using var meter = new Meter(EmulatorInstruments.MeterName);
        var instruments = new EmulatorInstruments(meter);
        var options = new EmulatorOptions { Port = _fake.Port };
        await using var stays = new EmulatorClient("red", options, TimeProvider.System, NullLogger.Instance, instruments);
        await using (new EmulatorClient("red", options, TimeProvider.System, NullLogger.Instance, instruments))
        {
            // It ends at once.
        }

        var seen = new List<string>();
        using var listener = new MeterListener
            { InstrumentPublished = (instrument, self) => { if (instrument.Meter == meter) self.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<long>((instrument, _, tags, _) => seen.Add(Key(instrument, tags)));
        listener.Start();
        listener.RecordObservableInstruments();
        Assert.Single(seen, "bridge.exchange.ended red");
    }

    [Fact]
    public async Task An_exchange_is_a_span_under_the_request_that_it_serves()
    {
        var ended = new List<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is EmulatorInstruments.MeterName or nameof(MetersTests),
            Sample = (ref _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span => { lock (ended) ended.Add(span); },
        };
        ActivitySource.AddActivityListener(listener);
        using var source = new ActivitySource(nameof(MetersTests));
        Activity mine;
        using (mine = source.StartActivity("request")!)
        {
            await AnswersAsync(Read);
            Assert.Same(mine, Activity.Current);
        }

        Activity[] spans;
        // Other tests of this process have spans as well.
        lock (ended)
            spans = [.. ended.Where(span => span.TraceId == mine.TraceId && span != mine)];
        var exchange = Assert.Single(spans);
        Assert.Equal(("memory.get", ActivityKind.Client, mine.SpanId), (exchange.DisplayName, exchange.Kind, exchange.ParentSpanId));
        Assert.Equal("default", exchange.GetTagItem("bridge.emulator.name"));
        Assert.True(exchange.Duration > TimeSpan.Zero && exchange.Duration <= mine.Duration, $"{exchange.Duration} of {mine.Duration}");
    }

    private async Task AnswersAsync(EmulatorRequest request)
    {
        var reply = _client.SendAsync(request, CancellationToken.None).AsTask();
        await (await _fake.NextRequestAsync(request.Command)).ReplyAsync("3", "4", "5");
        (await reply).Dispose();
    }

    private static string Key(Instrument instrument, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var key = instrument.Name;
        foreach (var tag in tags)
            key += $" {tag.Value}";
        return key;
    }
}
