using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Frames;

/// <summary>A speed with a lease, which ends when its client no longer sets it.</summary>
public sealed class SpeedLeaseTests : FakedBridge
{
    private readonly FakeTime _time = new();
    private readonly ConcurrentQueue<string> _set = new();
    private string _speed = "1000";
    private int _refusals;

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command == "speed.set" && _refusals > 0)
            {
                await request.RefuseAsync("failed");
                Interlocked.Decrement(ref _refusals);
                return true;
            }

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
    public async Task A_lease_that_can_not_end_ends_later()
    {
        var leases = Create();
        await SetAsync(leases, 4, 5);
        _refusals = 1;
        _time.Advance(TimeSpan.FromSeconds(5));
        await Eventually.HoldsAsync(() => _refusals == 0 && _time.ArmedTimers == 1, "it is tried again");
        Assert.Equal(["4000"], _set);

        _time.Advance(TimeSpan.FromSeconds(1));

        await Eventually.HoldsAsync(() => _set.SequenceEqual(["4000", "1000"]), "the speed from before returns");
    }

    [Fact]
    public async Task A_speed_that_can_not_be_set_leaves_the_lease()
    {
        var leases = Create();
        await SetAsync(leases, 4, 5);
        _refusals = 1;
        await Assert.ThrowsAsync<EmulatorException>(() => SetAsync(leases, 2, seconds: null));

        _time.Advance(TimeSpan.FromSeconds(5));

        await Eventually.HoldsAsync(() => _set.SequenceEqual(["4000", "1000"]), "the speed from before returns");
    }

    [Theory]
    [InlineData(null, null, "8000 1000")]
    [InlineData(5, null, "4000 8000 4000 1000")]
    [InlineData(5, 9, "4000 8000 1000")]
    [InlineData(null, 1, "8000 4000 1000")]
    public async Task Work_with_a_speed_ends_with_the_one_from_before(int? leasedBefore, int? meanwhile, string set)
    {
        var leases = Create();
        if (leasedBefore is { } before)
            await SetAsync(leases, 4, before);
        await leases.WithSpeedAsync(Emulator, 8, async () =>
        {
            // A lease from before ends meanwhile, or one begins.
            if (leasedBefore is not null && meanwhile is { } seconds)
            {
                _time.Advance(TimeSpan.FromSeconds(seconds));
                await Eventually.HoldsAsync(() => _speed == "1000", "it has ended");
            }
            else if (meanwhile is { } term)
                await SetAsync(leases, 4, term);
            return 0;
        });
        if (leasedBefore is null || meanwhile is null)
            _time.Advance(TimeSpan.FromSeconds(5));

        await Eventually.HoldsAsync(() => string.Join(' ', _set) == set, set);
    }

    [Fact]
    public async Task A_request_may_have_a_lease()
    {
        using var response = await Client.AskAsync("PUT", "/emulators/default/speed", """{"speed": 4, "leaseMilliseconds": 100}""");

        response.EnsureSuccessStatusCode();
        await Eventually.HoldsAsync(() => _set.SequenceEqual(["4000", "1000"]), "it has ended");
    }

    private SpeedLeases Create() => new(_time, new WorkGuard(_time, NullLogger<WorkGuard>.Instance));

    private EmulatorClient Emulator => Bridge.Services.GetRequiredService<EmulatorDirectory>().Default;

    private Task<long> SetAsync(SpeedLeases leases, double speed, int? seconds) => leases.SetAsync(
        Emulator, speed, seconds is { } term ? TimeSpan.FromSeconds(term) : null, TestContext.Current.CancellationToken);
}
