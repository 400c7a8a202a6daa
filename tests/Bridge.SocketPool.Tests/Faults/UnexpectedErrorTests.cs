using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Events;
using Bridge.Testing;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>The program's own listeners and logger throw where the client calls them, inside its loops.</summary>
public sealed class UnexpectedErrorTests : IAsyncLifetime
{
    // Ids of the client's log messages.
    private const int Connected = 1001;
    private const int Refused = 1003;
    private const int Unexpected = 1006;

    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);

    private readonly FakeEmulator _fake = new();
    private readonly FaultyLog _log = new();
    private readonly Meter _meter = new(EmulatorInstruments.MeterName);
    private EmulatorClient _client = null!;

    public async ValueTask InitializeAsync()
    {
        _client = new EmulatorClient(
            "default", new EmulatorOptions { Port = _fake.Port, Connections = 1, Retries = 0 }, TimeProvider.System, _log,
            new EmulatorInstruments(_meter));
        await RunsAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
        _meter.Dispose();
    }

    [Fact]
    public async Task A_listener_that_throws_misses_its_event_and_nothing_else()
    {
        var listener = new ThrowingListener();
        _client.Events.Listen(listener);
        var connection = Assert.Single(_fake.Connections);

        for (var sent = 0; sent < 10; sent++)
            await connection.ReplyAsync(0, "frame", [], []);
        await Eventually.HoldsAsync(() => listener.Calls >= 10, "all events came");

        await AnswersAsync();
        Assert.Same(connection, Assert.Single(_fake.Connections));
        Assert.Equal(1, _log.Count(Unexpected));
    }

    [Fact]
    public async Task After_an_error_in_the_receive_loop_requests_end_and_the_client_connects_again()
    {
        var connection = Assert.Single(_fake.Connections);
        var lost = _client.SendAsync(Read, CancellationToken.None).AsTask();
        await _fake.NextRequestAsync(Read.Command);

        _log.ThrowsAt = Refused;
        await connection.ReplyAsync(0, "busy", [], []);

        Assert.Equal(EmulatorFailure.OutcomeUnknown, (await Assert.ThrowsAsync<EmulatorException>(() => lost)).Failure);
        await Eventually.HoldsAsync(() => _fake.Connections.Any(other => other != connection), "another connection is there");
        await RunsAsync();
        await AnswersAsync();
        Assert.Equal(1, _log.Count(Unexpected));
    }

    [Fact]
    public async Task After_an_error_in_the_keeper_the_client_connects_again()
    {
        _log.ThrowsAt = Connected;
        Assert.Single(_fake.Connections).Reset();

        await Eventually.HoldsAsync(() => _log.Count(Unexpected) == 1, "the error is logged");
        await RunsAsync();
        await AnswersAsync();
    }

    [Fact]
    public async Task A_listener_to_the_instruments_that_throws_delays_no_reply()
    {
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter == _meter)
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<double>((_, _, _, _) => throw new InvalidOperationException("planted"));
        listener.Start();
        var connection = Assert.Single(_fake.Connections);

        await AnswersAsync();
        await AnswersAsync();

        Assert.Same(connection, Assert.Single(_fake.Connections));
        Assert.Equal(1, _log.Count(Unexpected));
    }

    private Task RunsAsync() => Eventually.HoldsAsync(() => _client.State == EmulatorState.Running, "the emulator runs");

    private async Task AnswersAsync()
    {
        var reading = _client.SendAsync(Read, CancellationToken.None).AsTask();
        await (await _fake.NextRequestAsync(Read.Command)).ReplyAsync("7");
        (await reading.WaitAsync(Eventually.Patience)).Dispose();
    }

    /// <summary>A log that throws once, at the message with an id.</summary>
    private sealed class FaultyLog : ILogger
    {
        private readonly ConcurrentQueue<int> _written = new();
        private int _throwsAt;

        public int ThrowsAt
        {
            set => Volatile.Write(ref _throwsAt, value);
        }

        public int Count(int id) => _written.Count(written => written == id);

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            _written.Enqueue(eventId.Id);
            if (Interlocked.CompareExchange(ref _throwsAt, 0, eventId.Id) == eventId.Id)
                throw new InvalidOperationException("planted");
        }
    }

    private sealed class ThrowingListener : IEventListener
    {
        private int _calls;

        public int Calls => Volatile.Read(ref _calls);

        public void OnFrame(long frame)
        {
            Interlocked.Increment(ref _calls);
            throw new InvalidOperationException("planted");
        }

        public void OnButtons(Buttons down, long frame) => OnFrame(frame);

        public void OnReset(long before, long frame) => OnFrame(frame);

        public void OnWatch(int id, WatchReading reading) => OnFrame(0);

        public void OnAttached() => OnFrame(0);

        public void OnWatchSetAgain(int id, WatchReading reading) => OnFrame(0);

        public void OnLost(long? count) => OnFrame(0);

        public void OnNewGame() => OnFrame(0);

        public void OnHeartbeat() => OnFrame(0);
    }
}
