using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Screen;

/// <summary>The clock of the feed stands still until a test moves it; the emulator's client uses the real clock.</summary>
public sealed class PictureFeedTests : IAsyncLifetime
{
    // A fifteenth of a second, rounded up.
    private static readonly TimeSpan Fifteenth = TimeSpan.FromMilliseconds(67);

    private readonly FakeEmulator _fake = new();
    private readonly FakeTime _time = new();
    private readonly EmulatorClient _client;
    private readonly PictureFeed _feed;
    private bool _changes = true;
    private bool _refuses;
    private bool _isMute;
    private int _taken;

    public PictureFeedTests()
    {
        _fake.Facts = [.. _fake.Facts.Select(fact => fact.Replace("capabilities=", "capabilities=pixels,", StringComparison.Ordinal))];
        _fake.Answers = async request =>
        {
            if (request.Command != "screen.raw" || _isMute)
                return false;
            var number = Interlocked.Increment(ref _taken);
            if (_refuses)
                await request.RefuseAsync("failed");
            else
                await request.ReplyAsync("ok", ["1", "1"], _changes ? BitConverter.GetBytes(number) : new byte[4]);
            return true;
        };
        _client = new EmulatorClient("default", new EmulatorOptions { Port = _fake.Port }, TimeProvider.System, NullLogger.Instance);
        _feed = new PictureFeed(_client, _time);
    }

    public async ValueTask InitializeAsync() => await Eventually.HoldsAsync(() => _client.State == EmulatorState.Running);

    public async ValueTask DisposeAsync()
    {
        _feed.Dispose();
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    private static async Task<CapturedFrame> NextAsync(PictureViewer viewer) =>
        await viewer.NextAsync(CancellationToken.None).WaitAsync(Eventually.Patience)
        ?? throw new InvalidOperationException("The feed has ended.");

    [Fact]
    public async Task Ten_viewers_share_each_picture()
    {
        PictureViewer[] viewers = [.. Enumerable.Range(0, 10).Select(_ => _feed.Join(rate: 15))];
        for (var picture = 1; picture <= 5; picture++)
        {
            var shots = await Task.WhenAll(viewers.Select(NextAsync));
            Assert.All(shots, shot => Assert.Same(shots[0], shot));
            Assert.Equal(picture, Volatile.Read(ref _taken));
            _time.Advance(Fifteenth);
        }
    }

    [Fact]
    public async Task The_picture_rate_is_that_of_the_fastest_viewer_and_slower_viewers_get_fewer()
    {
        using var slow = _feed.Join(rate: 1);
        using var fast = _feed.Join(rate: 60);
        var first = await NextAsync(slow);
        await NextAsync(fast);
        var second = slow.NextAsync(CancellationToken.None);
        for (var i = 0; i < 20; i++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(17));
            await NextAsync(fast);
        }

        Assert.False(second.IsCompleted);
        Assert.Equal(21, Volatile.Read(ref _taken));
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.NotSame(first, await second.WaitAsync(Eventually.Patience));
    }

    [Fact]
    public async Task An_unchanged_picture_is_sent_again_after_five_seconds_and_not_before()
    {
        _changes = false;
        using var viewer = _feed.Join(rate: 15);
        var first = await NextAsync(viewer);
        _time.Advance(Fifteenth);
        var again = viewer.NextAsync(CancellationToken.None);
        // 4.7 s.
        for (var i = 0; i < 70; i++)
        {
            var taken = Volatile.Read(ref _taken);
            _time.Advance(Fifteenth);
            await Eventually.HoldsAsync(() => Volatile.Read(ref _taken) > taken);
        }

        Assert.False(again.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Same(first, await again.WaitAsync(Eventually.Patience));
    }

    [Fact]
    public async Task No_picture_is_taken_without_viewers()
    {
        Assert.Equal(0, _time.ArmedTimers);
        for (var i = 0; i < 3; i++)
        {
            using (var viewer = _feed.Join(rate: 60))
                await NextAsync(viewer);
            await Eventually.HoldsAsync(() => _time.ArmedTimers == 0);
            Assert.Equal(i + 1, Volatile.Read(ref _taken));
        }
    }

    [Fact]
    public async Task A_new_viewer_gets_the_error_and_existing_viewers_keep_waiting()
    {
        using var patient = _feed.Join(rate: 15);
        var first = await NextAsync(patient);
        _refuses = true;
        _time.Advance(Fifteenth);
        var next = patient.NextAsync(CancellationToken.None);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _taken) == 2);
        await Eventually.HoldsAsync(async () =>
        {
            using var newcomer = _feed.Join(rate: 15);
            return await Record.ExceptionAsync(() => NextAsync(newcomer)) is EmulatorException { Failure: EmulatorFailure.EmulatorRefused };
        });

        Assert.False(next.IsCompleted);
        _refuses = false;
        await Eventually.HoldsAsync(() =>
        {
            _time.Advance(Fifteenth);
            return next.IsCompleted;
        });
        Assert.NotSame(first, await next);
    }

    [Fact]
    public async Task The_end_of_the_feed_ends_its_viewers_which_may_leave_afterwards()
    {
        using var slow = _feed.Join(rate: 1);
        using var fast = _feed.Join(rate: 60);
        await NextAsync(slow);
        await NextAsync(fast);
        var next = fast.NextAsync(CancellationToken.None);
        _feed.Dispose();
        _time.Advance(Fifteenth);
        Assert.Null(await next.WaitAsync(Eventually.Patience));
        fast.Dispose();
        Assert.Equal(ProblemTypes.UnknownEmulator, Assert.Throws<RequestException>(() => _feed.Join(rate: 60)).Type);
    }

    [Fact]
    public async Task The_end_of_the_feed_ends_a_viewer_that_has_no_picture_yet()
    {
        _isMute = true;
        using var viewer = _feed.Join(rate: 15);
        var first = viewer.NextAsync(CancellationToken.None);
        _feed.Dispose();
        Assert.Null(await first.WaitAsync(Eventually.Patience));
    }

    [Fact]
    public void A_viewer_over_the_limit_is_refused_until_another_one_leaves()
    {
        PictureViewer[] viewers = [.. Enumerable.Range(0, PictureFeed.MaxViewers).Select(_ => _feed.Join(rate: 15))];
        Assert.Equal(ProblemTypes.Overloaded, Assert.Throws<RequestException>(() => _feed.Join(rate: 15)).Type);
        viewers[7].Dispose();
        _feed.Join(rate: 15).Dispose();
    }
}
