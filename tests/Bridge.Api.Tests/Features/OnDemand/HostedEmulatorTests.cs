using System.Diagnostics;
using System.Runtime.Versioning;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>Restarts and ends of one emulator, on a virtual clock.</summary>
[SupportedOSPlatform("linux")]
public sealed class HostedEmulatorTests : IAsyncLifetime
{
    private readonly FakeTime _time = new();
    private EmulatorClient _client = null!;
    private HostedEmulator _hosted = null!;

    public ValueTask InitializeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The bridge creates emulators on Linux only.");
        _client = new EmulatorClient("red", new EmulatorOptions { Port = 1 }, _time, NullLogger.Instance);
        _hosted = new HostedEmulator(
            new CreatedEmulator(_client, "a.gba", new Dictionary<string, string>(), new EmulatorLease(_time, duration: null)),
            new HostProcess(Process.Start("true"), "secret", "/", _time), new HostPlan("/a.gba", Speed: 1, Model: null, Clock: null),
            keepsSaves: false);
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        _hosted?.Host.Dispose();
        if (_client is not null)
            await _client.DisposeAsync();
    }

    [Fact]
    public void An_emulator_is_not_started_again_after_three_deaths_within_a_minute()
    {
        Assert.False(_hosted.Dies(_time));
        _time.Advance(TimeSpan.FromSeconds(30));
        Assert.False(_hosted.Dies(_time));
        // The first one is longer ago than a minute.
        _time.Advance(TimeSpan.FromSeconds(31));
        Assert.False(_hosted.Dies(_time));
        _time.Advance(TimeSpan.FromSeconds(29));
        Assert.True(_hosted.Dies(_time));
    }

    [Fact]
    public async Task An_end_cancels_a_start_and_waits_for_it()
    {
        var turn = await _hosted.EnterAsync(CancellationToken.None);
        var hasEnded = false;

        var ends = new[] { EndAsync(), EndAsync() };

        Assert.True(_hosted.IsEnding);
        await Eventually.HoldsAsync(() => _hosted.Ending.IsCancellationRequested, "the start is cancelled");
        Assert.False(hasEnded);
        turn.Dispose();
        await Task.WhenAll(ends).WaitAsync(Eventually.Patience);
        Assert.True(hasEnded);

        Task EndAsync() => _hosted.EndAsync(() =>
        {
            Assert.False(hasEnded);
            hasEnded = true;
            return Task.CompletedTask;
        });
    }

    [Fact]
    public async Task An_end_that_fails_is_over_nevertheless()
    {
        await Assert.ThrowsAsync<IOException>(() => _hosted.EndAsync(() => throw new IOException()));
        await _hosted.EndAsync(() => throw new InvalidOperationException()).WaitAsync(Eventually.Patience);
        using var turn = await _hosted.EnterAsync(CancellationToken.None).WaitAsync(Eventually.Patience);
    }
}
