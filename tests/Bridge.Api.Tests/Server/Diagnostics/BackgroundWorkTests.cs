using System.Text.RegularExpressions;
using Bridge.Api.Composition.Raw;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Tests.Features.Emulators;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Server.Diagnostics;

public sealed partial class BackgroundWorkTests
{
    private readonly FakeTime _time = new();
    private readonly Lines _lines = new();

    [Fact]
    public async Task Work_that_had_not_begun_when_the_program_ended_is_no_failure()
    {
        using var work = new Work(Guard, static stopping => Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, stopping));

        await work.StartAsync(new CancellationToken(canceled: true));

        await work.ExecuteTask!;
    }

    [Fact]
    public async Task Work_that_is_ended_is_no_failure()
    {
        using var work = new Work(Guard, static stopping => Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, stopping));
        await work.StartAsync(CancellationToken.None);
        await Eventually.HoldsAsync(() => work.Runs == 1);

        await work.StopAsync(CancellationToken.None);

        await work.ExecuteTask!;
        Assert.Equal(0, _lines.Count);
    }

    [Fact]
    public async Task Work_that_fails_runs_again_and_says_so_once_a_minute()
    {
        using var work = new Work(Guard, static _ => throw new InvalidOperationException("planted"));
        await work.StartAsync(CancellationToken.None);

        for (var seconds = 1; seconds <= 60; seconds++)
        {
            await Eventually.HoldsAsync(() => work.Runs == seconds && _time.ArmedTimers == 1, $"run {seconds}");
            Assert.Equal(1, _lines.Count);
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        await Eventually.HoldsAsync(
            () =>
            {
                _time.Advance(TimeSpan.FromSeconds(1));
                return _lines.Count == 2;
            },
            "the next minute has a line");
        await work.StopAsync(CancellationToken.None);
        await work.ExecuteTask!;
    }

    [Fact]
    public async Task Work_whose_end_no_code_awaits_fails_with_a_line()
    {
        await Guard.RunAsync("it", static async _ =>
        {
            await Task.Yield();
            throw new IOException("No space left on device");
        }, CancellationToken.None);

        Assert.Equal(1, _lines.Count);
    }

    [Fact]
    public void All_work_is_guarded()
    {
        // A raw listener that fails ends the bridge, because a dead one would go unnoticed.
        Assert.All(
            typeof(Program).Assembly.GetTypes().Where(type => type.IsAssignableTo(typeof(BackgroundService)) && !type.IsAbstract
                && type != typeof(RawListenerService)),
            type => Assert.True(type.IsAssignableTo(typeof(BackgroundWork)), type.FullName));
        // These can't fail: two catch all exceptions, and one waits for requests that do so.
        string[] others =
        [
            "_ = RunAsync(started);", "_ = _emulator.Events.SubscribeAsync(subscription, CancellationToken.None);",
            "_ = FinishAsync(key, creation, create);",
        ];
        var files = Directory.GetFiles(RepositoryRoot.Combine("src", "Bridge.Api"), "*.cs", SearchOption.AllDirectories);
        Assert.Equal(others.Order(), files.SelectMany(file => File.ReadAllLines(file)).Select(line => line.Trim())
            .Where(line => Unawaited().IsMatch(line)).Order());
    }

    // The part that fails is not guarded, like one of a package.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_exit_code_tells_that_a_part_has_failed_for_good(bool duringStart)
    {
        var code = await RunAsync(services =>
        {
            services.AddHostedService<Failing>();
            if (duringStart)
                services.AddHostedService<StartUntilTheEnd>();
        });

        Assert.Equal(1, code);
    }

    [Fact]
    public async Task A_program_that_is_ended_while_it_starts_has_not_failed()
    {
        var code = await RunAsync(static services => services.AddHostedService<Ending>().AddHostedService<StartUntilTheEnd>());

        Assert.Equal(0, code);
    }

    private static Task<int> RunAsync(Action<IServiceCollection> add) => StartFailure.ReportAsync(
        () =>
        {
            var builder = WebApplication.CreateSlimBuilder(["--urls", $"http://127.0.0.1:{FreePort.Take()}"]);
            add(builder.Services);
            return builder.Build();
        },
        static _ => { });

    private WorkGuard Guard => new(_time, _lines);

    [GeneratedRegex(@"^_ = (?!guard\.|Guard\.|_guard\.).*Async\(")]
    private static partial Regex Unawaited();

    private sealed class Work(WorkGuard guard, Func<CancellationToken, Task> run) : BackgroundWork(guard)
    {
        private int _runs;

        public int Runs => Volatile.Read(ref _runs);

        protected override Task RunAsync(CancellationToken stopping)
        {
            Interlocked.Increment(ref _runs);
            return run(stopping);
        }
    }

    private sealed class Failing : BackgroundService
    {
        protected override async Task ExecuteAsync(CancellationToken stoppingToken)
        {
            await Task.Yield();
            throw new InvalidOperationException("planted");
        }
    }

    private sealed class Ending(IHostApplicationLifetime lifetime) : BackgroundService
    {
        protected override Task ExecuteAsync(CancellationToken stoppingToken)
        {
            lifetime.StopApplication();
            return Task.CompletedTask;
        }
    }

    // Keeps the program from having started before it ends.
    private sealed class StartUntilTheEnd : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken) =>
            Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }

    private sealed class Lines : ILogger<WorkGuard>
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Interlocked.Increment(ref _count);
    }
}
