using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>The moments before turns, which are undone from the latest on.</summary>
public sealed class TurnStartsTests
{
    private const string Game = "e97a4a53";

    private readonly TurnStarts _starts = new();

    [Fact]
    public void The_latest_are_undone_first()
    {
        Add(10, 20, 30);
        Assert.Equal(20, Undo(Game, turns: 2, now: 40));
        Assert.Equal(1, _starts.CountAt(Game, now: 40));
        Assert.Null(Undo(Game, turns: 2, now: 40));
        Assert.Equal(10, Undo(Game, turns: 1, now: 40));
        Assert.Null(Undo(Game, turns: 1, now: 40));
    }

    [Fact]
    public void A_rewind_that_fails_forgets_none()
    {
        Add(10, 20);
        Assert.Equal(20, _starts.Find(Game, turns: 1, now: 40));
        Assert.Equal(20, _starts.Find(Game, turns: 1, now: 40));
    }

    [Fact]
    public void A_rewind_forgets_later_turns()
    {
        Add(10, 20, 30);
        Assert.Equal(2, _starts.CountAt(Game, now: 20));
        Add(15);
        Assert.Equal(15, Undo(Game, turns: 1, now: 40));
        Assert.Equal(10, Undo(Game, turns: 1, now: 40));
    }

    [Fact]
    public void Another_game_has_none()
    {
        Add(10, 20);
        Assert.Equal(0, _starts.CountAt("1a2b3c4d", now: 40));
        Assert.Null(Undo(Game, turns: 1, now: 40));
    }

    [Fact]
    public void The_oldest_is_forgotten()
    {
        Add([.. Enumerable.Range(1, TurnStarts.Max + 1).Select(frame => (long)frame)]);
        Assert.Equal(TurnStarts.Max, _starts.CountAt(Game, now: 1000));
        Assert.Equal(2, Undo(Game, turns: TurnStarts.Max, now: 1000));
    }

    private long? Undo(string game, int turns, long now)
    {
        var start = _starts.Find(game, turns, now);
        if (start is { } frame)
            _starts.Forget(frame);
        return start;
    }

    private void Add(params long[] frames)
    {
        foreach (var frame in frames)
            _starts.Add(Game, frame);
    }
}
