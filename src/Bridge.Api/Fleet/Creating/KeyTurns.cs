namespace Bridge.Api.Fleet.Creating;

/// <summary>Lets only one request at a time use a key.</summary>
internal sealed class KeyTurns
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Line> _lines = [];

    /// <summary>Waits for the key.</summary>
    /// <returns>The turn, to be disposed.</returns>
    /// <exception cref="OperationCanceledException">The client has hung up.</exception>
    public async Task<IDisposable> EnterAsync(string key, CancellationToken cancellationToken)
    {
        Line? line;
        lock (_gate)
        {
            if (!_lines.TryGetValue(key, out line))
                _lines[key] = line = new Line();
            line.Users++;
        }

        try
        {
            await line.Turn.WaitAsync(cancellationToken);
        }
        catch
        {
            Leave(key, line);
            throw;
        }

        return new Held(this, key, line);
    }

    private void Leave(string key, Line line)
    {
        lock (_gate)
        {
            if (--line.Users > 0)
                return;
            _lines.Remove(key);
            line.Turn.Dispose();
        }
    }

    private sealed class Line
    {
        public SemaphoreSlim Turn { get; } = new(1, 1);

        public int Users { get; set; }
    }

    private sealed class Held(KeyTurns turns, string key, Line line) : IDisposable
    {
        public void Dispose()
        {
            line.Turn.Release();
            turns.Leave(key, line);
        }
    }
}
