using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Server.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Frames;

/// <summary>A speed with a lease, which ends when its client no longer sets it.</summary>
public sealed class SpeedLeaseTests : FakedBridge
{
    private readonly FakeTime _time = new();
    private readonly ConcurrentQueue<string> _set = new();
    private string _speed = "1000";

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command == "speed.set")
                _set.Enqueue(_speed = request.Arguments[0]);
            if (request.Command is not ("speed.set" or "speed.get"))
                return false;
            await request.ReplyAsync("ok", request.Command == "speed.get" ? [_speed] : [], []);
            return true;
        };
        await base.InitializeAsync();
    }

    [Fact]
    public async Task The_speed_from_before_returns_once_the_lease_is_not_renewed()
    {
        var leases = Create();
        await SetAsync(leases, speed: 4, seconds: 5);
        _time.Advance(TimeSpan.FromSeconds(4));
        await SetAsync(leases, speed: 4, seconds: 5);
        _time.Advance(TimeSpan.FromSeconds(4));
        Assert.Equal(["4000", "4000"], _set);

        _time.Advance(TimeSpan.FromSeconds(1));

        await Eventually.HoldsAsync(() => _set.SequenceEqual(["4000", "4000", "1000"]), "the speed from before returns");
    }

    [Fact]
    public async Task A_speed_without_a_lease_stays()
    {
        var leases = Create();
        await SetAsync(leases, speed: 4, seconds: 5);
        await SetAsync(leases, speed: 2, seconds: null);

        _time.Advance(TimeSpan.FromHours(1));

        Assert.Equal(0, _time.ArmedTimers);
        Assert.Equal(["4000", "2000"], _set);
    }

    [Fact]
    public async Task A_request_may_have_a_lease()
    {
        using var response = await Client.AskAsync("PUT", "/emulators/default/speed", """{"speed": 4, "leaseMilliseconds": 100}""");

        response.EnsureSuccessStatusCode();
        await Eventually.HoldsAsync(() => _set.SequenceEqual(["4000", "1000"]), "it has ended");
    }

    private SpeedLeases Create() => new(_time, new WorkGuard(_time, NullLogger<WorkGuard>.Instance));

    private Task<long> SetAsync(SpeedLeases leases, double speed, int? seconds) => leases.SetAsync(
        Bridge.Services.GetRequiredService<EmulatorDirectory>().Default, speed,
        seconds is { } term ? TimeSpan.FromSeconds(term) : null, TestContext.Current.CancellationToken);
}
