namespace Bridge.Api.Features.Mcp;

/// <summary>The frames of the game's history before each of the latest turns, so that turns can be undone. Thread-safe.</summary>
internal sealed class TurnStarts
{
    /// <summary>How many turns can be undone.</summary>
    public const int Max = 100;

    private readonly Lock _lock = new();
    private readonly List<long> _frames = [];

    /// <summary>Notes that a turn begins at this frame of the history.</summary>
    public void Add(long frame)
    {
        lock (_lock)
        {
            DropAfter(frame);
            if (_frames.Count == Max)
                _frames.RemoveAt(0);
            _frames.Add(frame);
        }
    }

    /// <summary>Gets how many turns there are before a frame.</summary>
    public int CountAt(long now)
    {
        lock (_lock)
        {
            DropAfter(now);
            return _frames.Count;
        }
    }

    /// <summary>Returns the frame before the latest <paramref name="turns"/>, and forgets these; null if there are fewer.</summary>
    /// <param name="turns">1 or more.</param>
    /// <param name="now">The present frame of the history.</param>
    public long? Undo(int turns, long now)
    {
        lock (_lock)
        {
            DropAfter(now);
            if (turns > _frames.Count)
                return null;
            var frame = _frames[^turns];
            _frames.RemoveRange(_frames.Count - turns, turns);
            return frame;
        }
    }

    // After a rewind these turns have not happened.
    private void DropAfter(long now) => _frames.RemoveAll(frame => frame > now);
}
