using Bridge.SocketPool.Connections;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Connections;

public sealed class VitalsTests
{
    private readonly FakeTime _time = new();

    [Theory]
    [InlineData(59.7275)]
    [InlineData(60)]
    [InlineData(14.93)]
    [InlineData(955.6)]
    public void Shows_the_speed_of_a_game_that_runs_evenly(double framesPerSecond)
    {
        var vitals = new Vitals(_time);
        for (var i = 0; i < 40; i++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(500));
            vitals.Answered((long)(_time.Elapsed.TotalSeconds * framesPerSecond), TimeSpan.FromMilliseconds(1));
        }

        Assert.Equal(framesPerSecond, vitals.FramesPerSecond, tolerance: 0.25);
    }

    [Fact]
    public void Does_not_take_a_hold_for_slowness()
    {
        var vitals = new Vitals(_time);
        var frame = 0;
        foreach (var held in (bool[])[false, false, true, true, true, false, false, false])
        {
            vitals.Held = held;
            vitals.Answered(frame, TimeSpan.Zero);
            _time.Advance(TimeSpan.FromSeconds(0.5));
            frame += held ? 0 : 30;
        }

        Assert.Equal(60, vitals.FramesPerSecond, tolerance: 0.01);
    }

    [Fact]
    public void Begins_anew_after_a_reset()
    {
        var vitals = new Vitals(_time);
        foreach (var frame in (long[])[1000, 1060, 1120, 3, 63])
        {
            vitals.Answered(frame, TimeSpan.Zero);
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.Equal(63, vitals.Frame);
        Assert.Equal(60, vitals.FramesPerSecond, tolerance: 0.01);
    }

    [Fact]
    public void Shows_the_last_speed_until_the_new_one_is_known()
    {
        var vitals = new Vitals(_time);
        foreach (var frame in (long[])[0, 60, 120])
        {
            vitals.Answered(frame, TimeSpan.Zero);
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        vitals.ForgetSpeed();
        vitals.Answered(50_000, TimeSpan.Zero);
        Assert.Equal(60, vitals.FramesPerSecond, tolerance: 0.01);
        _time.Advance(TimeSpan.FromSeconds(1));
        vitals.Answered(50_240, TimeSpan.Zero);
        Assert.Equal(240, vitals.FramesPerSecond, tolerance: 0.01);
    }

    [Fact]
    public void Has_no_speed_before_two_answers_nor_when_stopped()
    {
        var vitals = new Vitals(_time);
        Assert.Equal((-1, 0), (vitals.Frame, vitals.FramesPerSecond));
        vitals.Answered(7, TimeSpan.Zero);
        Assert.Equal((7, 0), (vitals.Frame, vitals.FramesPerSecond));
        _time.Advance(TimeSpan.FromSeconds(1));
        vitals.Answered(67, TimeSpan.Zero);
        vitals.Stopped();
        Assert.Equal((67, 0), (vitals.Frame, vitals.FramesPerSecond));
    }

    // Seconds of a load and of the last answer before silence.
    [Theory]
    [InlineData(5, 5, true)]
    [InlineData(5, 4.5, true)]
    [InlineData(5, 6.9, true)]
    [InlineData(5, 7, false)]
    [InlineData(5, 60, false)]
    public void Silence_right_after_a_load_is_told_from_a_pause(double loadedAt, double lastHeard, bool isStuck)
    {
        var vitals = new Vitals(_time);
        _time.Advance(TimeSpan.FromSeconds(loadedAt));
        vitals.Loads();
        vitals.FellSilent(Timestamp(lastHeard));
        Assert.Equal(isStuck, vitals.Stuck);
        vitals.Answered(1, TimeSpan.Zero);
        Assert.False(vitals.Stuck);
    }

    [Fact]
    public void Silence_without_a_load_is_no_stuck_emulator()
    {
        var vitals = new Vitals(_time);
        vitals.FellSilent(Timestamp(0));
        Assert.False(vitals.Stuck);
    }

    [Fact]
    public void A_load_in_a_silence_does_not_explain_it()
    {
        var vitals = new Vitals(_time);
        vitals.FellSilent(Timestamp(0));
        vitals.Loads();
        vitals.FellSilent(Timestamp(0));
        Assert.False(vitals.Stuck);
        vitals.Answered(1, TimeSpan.Zero);
        vitals.FellSilent(Timestamp(9));
        Assert.False(vitals.Stuck);
    }

    private long Timestamp(double seconds) => (long)(seconds * _time.TimestampFrequency);

    [Fact]
    public void A_closed_game_is_gone_until_a_frame_is_seen()
    {
        var vitals = new Vitals(_time);
        vitals.GameClosed();
        Assert.True(vitals.NoGame);
        vitals.Answered(-1, TimeSpan.Zero);
        Assert.True(vitals.NoGame);
        vitals.Answered(0, TimeSpan.Zero);
        Assert.False(vitals.NoGame);
    }

    [Fact]
    public void An_answer_to_what_was_asked_before_the_game_was_closed_does_not_open_it()
    {
        var vitals = new Vitals(_time);
        _time.Advance(TimeSpan.FromMilliseconds(20));
        vitals.GameClosed();
        _time.Advance(TimeSpan.FromMilliseconds(5));
        vitals.Answered(1834, TimeSpan.FromMilliseconds(10));
        Assert.True(vitals.NoGame);
        vitals.Answered(1835, TimeSpan.FromMilliseconds(4));
        Assert.False(vitals.NoGame);
    }
}
