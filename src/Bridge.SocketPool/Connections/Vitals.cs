namespace Bridge.SocketPool.Connections;

/// <summary>What the bridge has last heard of an emulator: its frame, its speed, how long an answer takes.</summary>
internal sealed class Vitals(TimeProvider time)
{
    // Two seconds of pings smooth out that frames come in bursts in mGBA's window (docs/latency.md).
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly Queue<(long At, long Frame)> _samples = new();
    private EmulatorFacts? _facts;
    private bool _noGame;

    /// <summary>The frame of the latest answer; -1 before the first one.</summary>
    public long Frame { get; private set; } = -1;

    /// <summary>Frames a second over the last two seconds of answers; 0 before there are two.</summary>
    public double FramesPerSecond { get; private set; }

    /// <summary>The time from the latest ping to its answer.</summary>
    public TimeSpan RoundTrip { get; private set; }

    /// <summary>Whether the game was closed and nothing has run since.</summary>
    public bool NoGame => Volatile.Read(ref _noGame);

    /// <summary>What the script said last; null before the first hello.</summary>
    public EmulatorFacts? Facts => Volatile.Read(ref _facts);

    public void Introduce(EmulatorFacts facts)
    {
        Volatile.Write(ref _facts, facts);
        Volatile.Write(ref _noGame, false);
    }

    public void GameClosed() => Volatile.Write(ref _noGame, true);

    public void Answered(long frame, TimeSpan roundTrip)
    {
        var now = time.GetTimestamp();
        lock (_gate)
        {
            // A state was loaded or the game was reset: the frames before say nothing about the speed.
            if (frame < Frame)
                _samples.Clear();
            Frame = frame;
            RoundTrip = roundTrip;
            _samples.Enqueue((now, frame));
            while (_samples.Count > 2 && time.GetElapsedTime(_samples.Peek().At, now) > Span)
                _samples.Dequeue();
            var (at, first) = _samples.Peek();
            var seconds = time.GetElapsedTime(at, now).TotalSeconds;
            FramesPerSecond = seconds > 0 ? (frame - first) / seconds : 0;
        }

        Volatile.Write(ref _noGame, frame < 0);
    }

    /// <summary>The emulator is gone or silent: there is no speed.</summary>
    public void Stopped()
    {
        lock (_gate)
        {
            _samples.Clear();
            FramesPerSecond = 0;
        }
    }
}
