using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Model;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Connections;

public sealed class EmulatorMonitorTests
{
    private readonly FakeTime _time = new();

    // The speed of a Game Boy Advance, of a screen, a quarter of the first and sixteen times as much.
    [Theory]
    [InlineData(59.7275)]
    [InlineData(60)]
    [InlineData(14.93)]
    [InlineData(955.6)]
    public void Shows_the_speed_of_a_game_that_runs_evenly(double framesPerSecond)
    {
        var monitor = new EmulatorMonitor(_time);
        for (var i = 0; i < 40; i++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(500));
            monitor.OnPingReply((long)(_time.Elapsed.TotalSeconds * framesPerSecond), Ago(1));
        }

        Assert.Equal(framesPerSecond, monitor.FramesPerSecond ?? 0, tolerance: 0.25);
    }

    // Two connections ping one right after the other.
    [Theory]
    [InlineData(500)]
    [InlineData(10_000)]
    public void Replies_that_come_close_together_say_nothing_about_the_speed(int interval)
    {
        var monitor = new EmulatorMonitor(_time);
        monitor.OnPingReply(1, Ago(0));
        _time.Advance(TimeSpan.FromMilliseconds(20));
        monitor.OnPingReply(5, Ago(0));
        Assert.Null(monitor.FramesPerSecond);
        // 60 frames per second are 6 in 100 ms.
        for (var i = 1; i <= 20; i++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(interval - 1));
            monitor.OnPingReply(i * interval * 6 / 100, Ago(0));
            _time.Advance(TimeSpan.FromMilliseconds(1));
            monitor.OnPingReply(i * interval * 6 / 100, Ago(0));
        }

        Assert.Equal(60, monitor.FramesPerSecond ?? 0, tolerance: 0.25);
    }

    [Fact]
    public void Does_not_take_a_hold_for_slowness()
    {
        var monitor = new EmulatorMonitor(_time);
        var frame = 0;
        foreach (var held in (bool[])[false, false, true, true, true, false, false, false])
        {
            monitor.Held = held;
            monitor.OnPingReply(frame, Ago(0));
            _time.Advance(TimeSpan.FromSeconds(0.5));
            frame += held ? 0 : 30;
        }

        Assert.Equal(60, monitor.FramesPerSecond ?? 0, tolerance: 0.01);
    }

    [Fact]
    public void Starts_over_after_a_reset()
    {
        var monitor = new EmulatorMonitor(_time);
        foreach (var frame in (long[])[1000, 1060, 1120, 3, 63])
        {
            monitor.OnPingReply(frame, Ago(0));
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.Equal(63, monitor.Frame);
        Assert.Equal(60, monitor.FramesPerSecond ?? 0, tolerance: 0.01);
    }

    [Fact]
    public void Shows_the_last_speed_until_the_new_one_is_known()
    {
        var monitor = new EmulatorMonitor(_time);
        foreach (var frame in (long[])[0, 60, 120])
        {
            monitor.OnPingReply(frame, Ago(0));
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        monitor.ForgetSpeed();
        monitor.OnPingReply(50_000, Ago(0));
        Assert.Equal(60, monitor.FramesPerSecond ?? 0, tolerance: 0.01);
        _time.Advance(TimeSpan.FromSeconds(1));
        monitor.OnPingReply(50_240, Ago(0));
        Assert.Equal(240, monitor.FramesPerSecond ?? 0, tolerance: 0.01);
    }

    [Fact]
    public void Has_no_speed_before_two_replies_or_when_stopped()
    {
        var monitor = new EmulatorMonitor(_time);
        Assert.Equal((-1, null), (monitor.Frame, monitor.FramesPerSecond));
        monitor.OnPingReply(7, Ago(0));
        Assert.Equal((7, null), (monitor.Frame, monitor.FramesPerSecond));
        _time.Advance(TimeSpan.FromSeconds(1));
        monitor.OnPingReply(67, Ago(0));
        monitor.OnStopped();
        Assert.Equal((67, null), (monitor.Frame, monitor.FramesPerSecond));
    }

    // The seconds at which the load and the last reply before the silence came. Silence within two seconds of the load is stuck.
    [Theory]
    [InlineData(5, 5, true)]
    [InlineData(5, 4.5, true)]
    [InlineData(5, 6.9, true)]
    [InlineData(5, 7, false)]
    [InlineData(5, 60, false)]
    public void Silence_right_after_a_load_is_distinguished_from_a_pause(double loadedAt, double lastHeard, bool isStuck)
    {
        var monitor = new EmulatorMonitor(_time);
        _time.Advance(TimeSpan.FromSeconds(loadedAt));
        monitor.OnLoad();
        monitor.OnSilent(Timestamp(lastHeard));
        Assert.Equal(isStuck, monitor.Stuck);
        monitor.OnPingReply(1, Ago(0));
        Assert.False(monitor.Stuck);
    }

    [Fact]
    public void Silence_without_a_load_is_not_reported_as_stuck()
    {
        var monitor = new EmulatorMonitor(_time);
        monitor.OnSilent(Timestamp(0));
        Assert.False(monitor.Stuck);
    }

    [Fact]
    public void A_load_during_a_silence_does_not_explain_it()
    {
        var monitor = new EmulatorMonitor(_time);
        monitor.OnSilent(Timestamp(0));
        monitor.OnLoad();
        monitor.OnSilent(Timestamp(0));
        Assert.False(monitor.Stuck);
        monitor.OnPingReply(1, Ago(0));
        monitor.OnSilent(Timestamp(9));
        Assert.False(monitor.Stuck);
    }

    private long Timestamp(double seconds) => (long)(seconds * _time.TimestampFrequency);

    private long Ago(double milliseconds) => _time.GetTimestamp() - Timestamp(milliseconds / 1000);

    [Fact]
    public void A_closed_game_is_gone_until_a_frame_is_seen()
    {
        var monitor = new EmulatorMonitor(_time);
        monitor.GameClosed();
        Assert.True(monitor.NoGame);
        monitor.OnPingReply(-1, Ago(0));
        Assert.True(monitor.NoGame);
        monitor.OnPingReply(0, Ago(0));
        Assert.False(monitor.NoGame);
    }

    [Fact]
    public void A_late_reply_does_not_reopen_a_closed_game()
    {
        var monitor = new EmulatorMonitor(_time);
        _time.Advance(TimeSpan.FromMilliseconds(20));
        monitor.GameClosed();
        _time.Advance(TimeSpan.FromMilliseconds(5));
        monitor.OnPingReply(1834, Ago(10));
        Assert.True(monitor.NoGame);
        monitor.OnPingReply(1835, Ago(4));
        Assert.False(monitor.NoGame);
    }

    // For example the hello of another connection that was sent before a game was loaded.
    [Fact]
    public void An_older_reply_does_not_replace_newer_facts()
    {
        var monitor = new EmulatorMonitor(_time);
        _time.Advance(TimeSpan.FromMilliseconds(20));
        monitor.SetInfo(FactsOf("NEW"), 3, Ago(5));
        monitor.SetInfo(FactsOf("OLD"), 900, Ago(10));
        monitor.OnPingReply(901, Ago(6));
        Assert.Equal(("NEW", 3), (monitor.Facts?.Title, monitor.Frame));
        monitor.OnPingReply(4, Ago(4));
        monitor.SetInfo(FactsOf("NEXT"), -1, Ago(3));
        Assert.Equal(("NEXT", -1, true), (monitor.Facts?.Title, monitor.Frame, monitor.NoGame));
        monitor.SetInfo(FactsOf("NEW"), 5, Ago(4));
        Assert.True(monitor.NoGame);
    }

    private static EmulatorFacts FactsOf(string title) => new(1, "1", "i", "0.10", "GBA", title, "ABCE", "1a2b3c4d", 4096, []);
}
