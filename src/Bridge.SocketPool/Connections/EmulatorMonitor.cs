using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>What the bridge has last heard of an emulator: its frame, its speed, how long an answer takes.</summary>
internal sealed class EmulatorMonitor(TimeProvider time)
{
    // Frames are whole and come in bursts in mGBA's window: a line through five seconds of pings shows the speed to two tenths.
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(5);

    // Collectors come once a minute by default.
    private static readonly TimeSpan Interest = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan FactsInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan FreshFacts = TimeSpan.FromSeconds(5);

    // A machine that makes mGBA calculate for ever does so in one of its first frames.
    private static readonly TimeSpan LoadShows = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly Queue<(long At, long Frame)> _samples = new();
    private EmulatorFacts? _facts;
    private bool _noGame;
    private bool _newGame;
    private bool _held;
    private bool _crashed;
    private bool _silent;
    private bool _stuck;
    private long _loadedAt = long.MinValue / 2; // Long ago, and far enough from the end to subtract from.
    private long _latest = -1;
    private long _closedAt;
    private long _factsAt = long.MinValue;
    private long _factsDue = long.MaxValue;
    private long _watchedUntil;

    /// <summary>The frame of the latest answer; -1 before the first one.</summary>
    public long Frame { get; private set; } = -1;

    /// <summary>Frames a second over the last five seconds of answers; 0 before there are two.</summary>
    public double FramesPerSecond { get; private set; }

    /// <summary>The time from the latest ping to its answer.</summary>
    public TimeSpan RoundTrip { get; private set; }

    /// <summary>Whether the game was closed and nothing has run since.</summary>
    public bool NoGame => Volatile.Read(ref _noGame);

    /// <summary>Whether a client holds the game, as far as the latest answer told.</summary>
    public bool Held
    {
        get => Volatile.Read(ref _held);
        set
        {
            if (Interlocked.Exchange(ref _held, value) != value)
                ForgetSpeed();
        }
    }

    /// <summary>Whether the game has crashed and runs no further.</summary>
    public bool Crashed
    {
        get => Volatile.Read(ref _crashed);
        set => Volatile.Write(ref _crashed, value);
    }

    /// <summary>Whether nothing has been answered since a state or a game was loaded, or soon after.</summary>
    public bool Stuck => Volatile.Read(ref _stuck);

    /// <summary>What the script said last; null before the first hello.</summary>
    public EmulatorFacts? Facts => Volatile.Read(ref _facts);

    /// <summary>
    /// How much of its time for requests they take, 0 to 1; null when the script hasn't told lately. Has it asked for from now on.
    /// </summary>
    public double? WindowUsed
    {
        get
        {
            var now = time.GetTimestamp();
            Volatile.Write(ref _watchedUntil, now + Timestamps(Interest));
            Interlocked.CompareExchange(ref _factsDue, now, long.MaxValue);
            return Volatile.Read(ref _factsAt) > now - Timestamps(FreshFacts) ? Facts?.WindowUsed : null;
        }
    }

    public void SetInfo(EmulatorFacts facts, long frame)
    {
        IsHeard();
        Volatile.Write(ref _facts, facts);
        Volatile.Write(ref _factsAt, time.GetTimestamp());
        Volatile.Write(ref _noGame, frame < 0);
        Crashed = facts.Crashed;
        lock (_gate)
            Frame = frame;
    }

    /// <summary>The facts are another game's.</summary>
    public void GameChanged() => Volatile.Write(ref _newGame, true);

    /// <summary>Whether the facts have to be asked for afresh; says so once.</summary>
    public bool TakeGameChanged() => Interlocked.Exchange(ref _newGame, false);

    /// <summary>Whether somebody looks at what only the facts tell, and they are to be asked for again; says so once.</summary>
    public bool TryClaimInfoRefresh()
    {
        var due = Volatile.Read(ref _factsDue);
        var now = time.GetTimestamp();
        if (now < due)
            return false;
        var next = now < Volatile.Read(ref _watchedUntil) ? now + Timestamps(FactsInterval) : long.MaxValue;
        return Interlocked.CompareExchange(ref _factsDue, next, due) == due && next != long.MaxValue;
    }

    public void GameClosed()
    {
        Volatile.Write(ref _closedAt, time.GetTimestamp());
        Crashed = false;
        Volatile.Write(ref _noGame, true);
    }

    public void Answered(long frame, TimeSpan roundTrip)
    {
        var now = time.GetTimestamp();
        IsHeard();
        lock (_gate)
        {
            // A state was loaded or the game was reset: the frames before say nothing about the speed.
            if (frame < _latest)
                _samples.Clear();
            _latest = Frame = frame;
            RoundTrip = roundTrip;
            _samples.Enqueue((now, frame));
            while (time.GetElapsedTime(_samples.Peek().At, now) > Span)
                _samples.Dequeue();
            if (_samples.Count > 1)
                FramesPerSecond = Slope(now);
        }

        // What was asked before the game was closed and is told only now says nothing of that.
        if (frame >= 0 && time.GetElapsedTime(Volatile.Read(ref _closedAt), now) < roundTrip)
            return;
        // A front end may load a game without a word of the script's.
        if (Interlocked.Exchange(ref _noGame, frame < 0) && frame >= 0)
            GameChanged();
    }

    /// <summary>The emulator answers no longer.</summary>
    /// <param name="lastHeard">When it last did, as a timestamp.</param>
    public void FellSilent(long lastHeard)
    {
        if (!Volatile.Read(ref _silent))
            Volatile.Write(ref _stuck, time.GetElapsedTime(Volatile.Read(ref _loadedAt), lastHeard) < LoadShows);
        Volatile.Write(ref _silent, true);
        Stopped();
    }

    /// <summary>The emulator is gone or silent: there is no speed.</summary>
    public void Stopped()
    {
        lock (_gate)
        {
            _samples.Clear();
            FramesPerSecond = 0;
        }

        Held = false;
    }

    /// <summary>
    /// A state or a game is loaded, or the game is reset: the frames so far say nothing about the speed,
    /// and silence that follows at once comes from it.
    /// </summary>
    public void Loads()
    {
        if (!Volatile.Read(ref _silent))
            Volatile.Write(ref _loadedAt, time.GetTimestamp());
        ForgetSpeed();
    }

    /// <summary>The frames so far say nothing about the speed from now on.</summary>
    public void ForgetSpeed()
    {
        lock (_gate)
            _samples.Clear();
    }

    private void IsHeard()
    {
        Volatile.Write(ref _silent, false);
        Volatile.Write(ref _stuck, false);
    }

    private long Timestamps(TimeSpan span) => (long)(span.TotalSeconds * time.TimestampFrequency);

    // Least squares over (seconds, frames).
    private double Slope(long now)
    {
        double count = _samples.Count, sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
        foreach (var (at, frame) in _samples)
        {
            var (x, y) = (-time.GetElapsedTime(at, now).TotalSeconds, (double)(frame - _latest));
            (sumX, sumY, sumXX, sumXY) = (sumX + x, sumY + y, sumXX + x * x, sumXY + x * y);
        }

        var spread = count * sumXX - sumX * sumX;
        return spread > 0 ? (count * sumXY - sumX * sumY) / spread : 0;
    }
}
