using System.Collections.Concurrent;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Hosting.Systemd;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Server.Hosting;

/// <summary>The reports to systemd, about a server that answers only if the test lets it.</summary>
public sealed class SystemdReporterTests : ISystemdNotifier, IAsyncLifetime
{
    private static readonly TimeSpan Watchdog = TimeSpan.FromSeconds(30);

    private readonly FakeTime _time = new();
    private readonly ConcurrentQueue<string> _reports = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("bridge-").FullName;
    private TaskCompletionSource _answers = Answering();
    private WebApplication? _app;
    private SystemdReporter? _reporter;
    private int _status = StatusCodes.Status200OK;
    private int _requests;

    bool ISystemdNotifier.IsEnabled => true;

    void ISystemdNotifier.Notify(ServiceState state) => _reports.Enqueue(state.ToString());

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        _answers.TrySetResult();
        await _reporter!.StopAsync(CancellationToken.None);
        _reporter.Dispose();
        await _app!.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task Systemd_gets_the_report_once_the_bridge_serves()
    {
        await BeginAsync(TimeSpan.Zero);
        Assert.Empty(_reports);

        await _app!.StartAsync(TestContext.Current.CancellationToken);

        await ReportsAsync("READY=1");
        await _reporter!.ExecuteTask!;
        Assert.Equal(0, _requests);
    }

    [Theory]
    [InlineData("http://127.0.0.1:0")]
    [InlineData("http://unix:FOLDER/socket")]
    public async Task A_bridge_that_answers_itself_reports_at_half_of_the_limit(string address)
    {
        await StartAsync(address);
        await ReportsAsync("READY=1", "WATCHDOG=1");

        await PassAsync(Watchdog / 2);

        await ReportsAsync("READY=1", "WATCHDOG=1", "WATCHDOG=1");
    }

    [Fact]
    public async Task A_bridge_that_does_not_answer_reports_nothing()
    {
        _answers = new();
        await StartAsync();
        for (var requests = 1; requests <= 3; requests++)
        {
            await Eventually.HoldsAsync(() => _requests == requests, $"request {requests}");
            await PassAsync(Watchdog / 2);
        }

        Assert.Equal(["READY=1"], _reports);
        _answers.TrySetResult();
        await Eventually.HoldsAsync(async () =>
        {
            await PassAsync(Watchdog / 2);
            return _reports.Contains("WATCHDOG=1");
        }, "it answers again");
    }

    [Fact]
    public async Task A_refusal_is_an_answer()
    {
        _status = StatusCodes.Status429TooManyRequests;
        await StartAsync();

        await ReportsAsync("READY=1", "WATCHDOG=1");
    }

    private static TaskCompletionSource Answering()
    {
        var answers = new TaskCompletionSource();
        answers.SetResult();
        return answers;
    }

    private async Task StartAsync(string address = "http://127.0.0.1:0")
    {
        await BeginAsync(Watchdog, address);
        await _app!.StartAsync(TestContext.Current.CancellationToken);
    }

    private async Task BeginAsync(TimeSpan watchdog, string address = "http://127.0.0.1:0")
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls(address.Replace("FOLDER", _folder, StringComparison.Ordinal));
        _app = builder.Build();
        _app.Run(async context =>
        {
            Assert.Equal("/health/live", context.Request.Path);
            Interlocked.Increment(ref _requests);
            await _answers.Task;
            context.Response.StatusCode = _status;
        });
        _reporter = new SystemdReporter(this, watchdog, _app.Services.GetRequiredService<IServer>(),
            _app.Services.GetRequiredService<IHostApplicationLifetime>(), _time, new WorkGuard(_time, NullLogger<WorkGuard>.Instance));
        await _reporter.StartAsync(TestContext.Current.CancellationToken);
    }

    // Moves the clock once the reporter waits, or its request has a deadline.
    private async Task PassAsync(TimeSpan time)
    {
        await Eventually.HoldsAsync(() => _time.ArmedTimers > 0, "it waits");
        _time.Advance(time);
    }

    private Task ReportsAsync(params string[] reports) =>
        Eventually.HoldsAsync(() => _reports.SequenceEqual(reports), string.Join(", ", reports));
}
