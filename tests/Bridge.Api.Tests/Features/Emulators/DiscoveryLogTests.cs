using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Tests.Server.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>A program that relays to the script of another port is tried again each minute.</summary>
public sealed class DiscoveryLogTests : IAsyncDisposable
{
    private const string Secret = "0123456789abcdef0123456789abcdef";

    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(30);

    private readonly DirectoryInfo _keys = Directory.CreateTempSubdirectory("bridge-keys-");
    private readonly FakeEmulator _foreign = new() { Secret = Secret, Address = "127.0.0.1:1" };
    private readonly FakeTime _time = new();
    private readonly Lines _lines = new();

    public async ValueTask DisposeAsync()
    {
        await _foreign.DisposeAsync();
        _keys.Delete(recursive: true);
    }

    [Fact]
    public async Task The_log_has_a_line_about_it_until_the_reason_changes()
    {
        var key = Path.Combine(_keys.FullName, $"script-{_foreign.Port}.key");
        await File.WriteAllTextAsync(key, $"{Secret}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(key, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var options = new DirectoryOptions(
            new Dictionary<string, EmulatorOptions> { ["default"] = new() { Port = 1 } }, _keys.FullName, Folders: [],
            DiscoveryPorts: [_foreign.Port]);
        await using var services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        await using var directory = new EmulatorDirectory(options, TimeProvider.System, Random.Shared,
            services.GetRequiredService<IMeterFactory>(), new EmulatorPoints(), NullLogger<EmulatorDirectory>.Instance);
        using var discovery = new EmulatorDiscovery(
            directory, options, _time, new WorkGuard(_time, NullLogger<WorkGuard>.Instance), _lines);
        await discovery.StartAsync(CancellationToken.None);

        await LookAsync();
        Assert.Contains("127.0.0.1:1 instead of", Assert.Single(_lines.Written), StringComparison.Ordinal);
        await LookAsync();
        Assert.Single(_lines.Written);
        _foreign.Address = "127.0.0.1:2";
        await LookAsync();
        Assert.Equal(2, _lines.Written.Count);

        await discovery.StopAsync(CancellationToken.None);
        Assert.Single(directory.All);
    }

    // Lets the discovery look once; returns when it waits for its next look.
    private async Task LookAsync()
    {
        var before = Hellos;
        _time.Advance(_time.NextDue is { } due && due - _time.Elapsed > Soon ? due - _time.Elapsed : TimeSpan.Zero);
        // The client has two connections: a third hello comes over a new one, after the client has noted why an old one was refused.
        await Eventually.HoldsAsync(() => Hellos >= before + 3, "it says hello");
        await Eventually.HoldsAsync(
            () =>
            {
                _time.Advance(TimeSpan.FromMilliseconds(20));
                return _time.NextDue - _time.Elapsed > Soon;
            },
            "the look is over");
    }

    private int Hellos => _foreign.Received.Count(request => request.Command == "hello");

    private sealed class Lines : ILogger<EmulatorDiscovery>
    {
        public ConcurrentQueue<string> Written { get; } = new();

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Written.Enqueue(formatter(state, exception));
    }
}
