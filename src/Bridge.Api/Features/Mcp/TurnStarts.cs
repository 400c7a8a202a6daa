namespace Bridge.Api.Features.Mcp;

/// <summary>
/// The frames of the game's history before each of the latest turns, so that turns can be undone. Those of another game are forgotten.
/// Thread-safe.
/// </summary>
internal sealed class TurnStarts
{
    /// <summary>How many turns can be undone.</summary>
    public const int Max = 100;

    private readonly Lock _lock = new();
    private readonly List<long> _frames = [];
    private string? _game;

    /// <summary>Notes that a turn begins at this frame of the history.</summary>
    /// <param name="game">The checksum of the game.</param>
    /// <param name="frame">The frame.</param>
    public void Add(string? game, long frame)
    {
        lock (_lock)
        {
            DropOthers(game, frame);
            if (_frames.Count == Max)
                _frames.RemoveAt(0);
            _frames.Add(frame);
        }
    }

    /// <summary>Gets how many turns of a game there are before a frame.</summary>
    public int CountAt(string? game, long now)
    {
        lock (_lock)
        {
            DropOthers(game, now);
            return _frames.Count;
        }
    }

    /// <summary>Returns the frame before the latest <paramref name="turns"/>; null if there are fewer.</summary>
    /// <param name="game">The checksum of the game.</param>
    /// <param name="turns">1 or more.</param>
    /// <param name="now">The present frame of the history.</param>
    public long? Find(string? game, int turns, long now)
    {
        lock (_lock)
        {
            DropOthers(game, now);
            return turns > _frames.Count ? null : _frames[^turns];
        }
    }

    /// <summary>Forgets the turns from a frame on, which were undone.</summary>
    public void Forget(long frame)
    {
        lock (_lock)
            _frames.RemoveAll(start => start >= frame);
    }

    // Another game has another history. After a rewind, later turns have not happened.
    private void DropOthers(string? game, long now)
    {
        if (_game != game)
            _frames.Clear();
        _game = game;
        _frames.RemoveAll(frame => frame > now);
    }
}
