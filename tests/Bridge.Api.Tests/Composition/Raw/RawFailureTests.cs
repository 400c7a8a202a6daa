using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Bridge.RawListener;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Loop;
using Bridge.RawListener.Model;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>How the raw listener handles its own internal errors.</summary>
public sealed class RawFailureTests : IAsyncLifetime
{
    private const string Hello = "hello 1<|END|>";

    private readonly FakeEmulator _fake = new();
    private readonly FakeTime _time = new();
    private readonly ScriptedClients _clients = new();
    private readonly Errors _errors = new();
    private readonly Meter _meter = new("test");
    private readonly WebApplication _services;
    private readonly RawMeters _meters;
    private readonly RawSupervisor _supervisor;
    private int _systems;
    private int _listenersClosed;
    private Task _over = Task.CompletedTask;

    public RawFailureTests()
    {
        var builder = WebApplication.CreateSlimBuilder([$"--Bridge:Emulators:default:Port={_fake.Port}"]);
        builder.AddBridge();
        _services = builder.Build();
        _meters = new RawMeters(_meter);
        _supervisor = new RawSupervisor(MakeLoop, _time, _errors);
    }

    public async ValueTask InitializeAsync()
    {
        var emulator = _services.Services.GetRequiredService<EmulatorDirectory>().Default;
        await Eventually.HoldsAsync(() => emulator.State == EmulatorState.Running);
        _over = _supervisor.RunAsync([ScriptedClients.Listener], () => Interlocked.Increment(ref _listenersClosed));
    }

    public async ValueTask DisposeAsync()
    {
        _supervisor.Abort();
        await _over.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _services.DisposeAsync();
        await _fake.DisposeAsync();
        _supervisor.Dispose();
        _meter.Dispose();
    }

    [Theory]
    [InlineData("Receive")]
    [InlineData("Send")]
    public async Task An_error_with_one_client_closes_that_client_and_is_logged_once(string call)
    {
        foreach (var client in (int[])[1, 2])
        {
            _clients.Say(client, Hello);
            await _clients.HearsAsync(client, "ok");
        }

        _clients.Fail(call, socket: 1);
        _clients.Say(1, "no.such.command<|END|>");
        await _clients.IsClosedAsync(1);
        _clients.Say(2, "no.such.command<|END|>");
        await _clients.HearsAsync(2, "not-found");
        Assert.False(_clients.IsClosed(2));
        Assert.Equal($"The test lets {call} fail.", Assert.Single(_errors.Logged).Exception?.Message);
        Assert.Equal((1, 1), (_systems, (int)_meters.Clients));
    }

    [Fact]
    public async Task The_commands_of_a_dropped_client_are_cancelled()
    {
        _clients.Say(1, Hello);
        _clients.Say(1, "frames.wait 600<|END|>");
        var id = (await _fake.NextRequestAsync("frames.wait")).Id;
        _clients.Fail("Receive", socket: 1);
        _clients.Say(1, "echo\nhello<|END|>");
        Assert.Equal($"{id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
    }

    [Theory]
    [InlineData("Wait")]
    [InlineData("Accept")]
    public async Task An_error_of_the_event_loop_closes_its_clients_and_a_new_loop_takes_over_the_listeners(string call)
    {
        _clients.Say(1, Hello);
        _clients.Say(1, "frames.wait 600<|END|>");
        var id = (await _fake.NextRequestAsync("frames.wait")).Id;
        _clients.Fail(call);
        _clients.Say(2, Hello);
        await _clients.IsClosedAsync(1);
        Assert.Equal($"{id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
        await Eventually.HoldsAsync(() => _time.ArmedTimers > 0);
        Assert.Equal((1, 0, 0), (_systems, (int)_meters.Clients, _listenersClosed));
        Assert.Contains("100 ms", Assert.Single(_errors.Logged).Text, StringComparison.Ordinal);

        _time.Advance(TimeSpan.FromMilliseconds(100));
        // The connection was accepted meanwhile.
        await _clients.HearsAsync(2, "ok");
        // The slot of the dropped request is free again.
        await Eventually.HoldsAsync(() => _services.Services.GetRequiredService<EmulatorDirectory>().Default.Status.InFlight == 0);
        Assert.Equal((2, 1, 0), (_systems, (int)_meters.Clients, _listenersClosed));
    }

    [Fact]
    public async Task Restart_delays_grow_and_are_reset_after_a_minute_without_an_error()
    {
        for (var pause = 100; pause <= 400; pause *= 2)
            await FailsForAsync(pause);
        _time.Advance(TimeSpan.FromMinutes(1));
        await FailsForAsync(100);

        async Task FailsForAsync(int milliseconds)
        {
            var before = _errors.Logged.Count;
            _clients.Fail("Wait");
            await Eventually.HoldsAsync(() => _errors.Logged.Count > before && _time.ArmedTimers > 0);
            Assert.Contains($"{milliseconds} ms", _errors.Logged.Last().Text, StringComparison.Ordinal);
            var served = _systems;
            _time.Advance(TimeSpan.FromMilliseconds(milliseconds));
            await Eventually.HoldsAsync(() => _systems > served);
        }
    }

    [Fact]
    public async Task If_its_listener_is_gone_it_gives_up_after_a_few_attempts_and_logs_why()
    {
        _clients.IsListenerGone = true;
        _clients.Fail("Wait");
        await Eventually.HoldsAsync(() =>
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            return _over.IsCompleted;
        });
        var exception = await Assert.ThrowsAsync<RawListenerFailedException>(() => _over);
        Assert.Contains("6 times", exception.Message, StringComparison.Ordinal);
        Assert.Contains("can't watch", exception.Message, StringComparison.Ordinal);
        Assert.Equal((RawSupervisor.MaxFailures, 1), (_systems, _listenersClosed));
    }

    [Fact]
    public async Task It_stops_at_once_during_a_delay()
    {
        _clients.Fail("Wait");
        await Eventually.HoldsAsync(() => _time.ArmedTimers > 0);
        _supervisor.Stop();
        await _over.WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
        Assert.Equal(1, _systems);
    }

    [Fact]
    public async Task A_bridge_whose_raw_listener_fails_permanently_ends_with_its_own_exit_code()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("The raw listener exists only on Linux.");
        var builder = WebApplication.CreateSlimBuilder(
            ["--urls", "http://127.0.0.1:0", $"--Bridge:Raw:Address=127.0.0.1:{FreePort.Take()}",
                "--Bridge:Drain=00:00:00", $"--Bridge:Emulators:default:Port={_fake.Port}"]);
        builder.AddBridge();
        builder.Services.AddSingleton<Func<RawServer>>(services => () => new RawServer(
            () => throw new IOException("Too many open files"),
            services.GetRequiredService<RawHost>(), new RawOptions(), _meter, TimeProvider.System, _errors));
        Assert.Equal(1, await StartFailure.ReportAsync(builder.Build, _ => { })
            .WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken));
    }

    private RawEventLoop MakeLoop()
    {
        Interlocked.Increment(ref _systems);
        var host = _services.Services.GetRequiredService<RawHost>();
        return new RawEventLoop(new ScriptedSystem(_clients), host, new RawOptions(), _meters, _time, _errors);
    }

    private sealed class Errors : ILogger
    {
        public ConcurrentQueue<(string Text, Exception? Exception)> Logged { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Error;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> formatter) =>
            Logged.Enqueue((formatter(state, exception), exception));
    }
}
