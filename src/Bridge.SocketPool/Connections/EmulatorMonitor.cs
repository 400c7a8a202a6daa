using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>Tracks what the bridge has last heard of an emulator: its frame, its speed, and its response time.</summary>
internal sealed class EmulatorMonitor(TimeProvider time)
{
    // mGBA's window runs frames in bursts. A line fitted through five seconds of pings gives the speed to within 0.2 frames per second.
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(5);

    // In less time than this, one frame more or less changes the speed by much. Connections ping one right after the other.
    private static readonly TimeSpan MinSpan = TimeSpan.FromMilliseconds(400);

    // How long the facts are refreshed after WindowUsed was read. Metrics collectors read it once a minute by default.
    private static readonly TimeSpan WatchTime = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan FactsInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxFactsAge = TimeSpan.FromSeconds(5);

    // A damaged state makes mGBA hang in one of the first frames.
    private static readonly TimeSpan StuckWindow = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly Queue<(long At, long Frame)> _samples = new();
    private EmulatorFacts? _facts;
    private bool _noGame;
    private bool _newGame;
    private bool _held;
    private bool _crashed;
    private bool _stopped;
    private bool _silent;
    private bool _stuck;
    private long _loadedAt = long.MinValue / 2; // Long ago, and far enough from the end to subtract from.
    private long _latestPingFrame = -1;
    private long _noticeAt = long.MinValue / 2; // When the script last sent a notice of a closed or crashed game.
    private long _factsAt = long.MinValue; // When the facts were requested.
    private long _factsDue = long.MaxValue; // When to request them again; MaxValue while nobody reads WindowUsed.
    private long _watchedUntil;

    /// <summary>Gets the frame of the last reply; -1 before the first one.</summary>
    public long Frame { get; private set; } = -1;

    /// <summary>Gets the frames per second over the last five seconds of replies; null before they span 0.4 s.</summary>
    public double? FramesPerSecond
    {
        get { lock (_gate) return field; } // A nullable number is not read atomically; the same below.
        private set;
    }

    /// <summary>Gets the round-trip time of the latest ping; null before the first reply.</summary>
    public TimeSpan? RoundTrip
    {
        get { lock (_gate) return field; }
        private set;
    }

    /// <summary>Gets whether the game was closed and none has run since.</summary>
    public bool NoGame => Volatile.Read(ref _noGame);

    /// <summary>Gets or sets whether a client holds the game, according to the last reply.</summary>
    public bool Held
    {
        get => Volatile.Read(ref _held);
        set => Change(ref _held, value);
    }

    /// <summary>Gets or sets whether the game is stopped between two instructions.</summary>
    public bool Stopped
    {
        get => Volatile.Read(ref _stopped);
        set => Change(ref _stopped, value);
    }

    /// <summary>Gets whether the game has crashed and runs no more frames.</summary>
    public bool Crashed => Volatile.Read(ref _crashed);

    /// <summary>Gets whether the emulator stopped responding when a state or a game was loaded, or soon after.</summary>
    public bool Stuck => Volatile.Read(ref _stuck);

    /// <summary>Gets the last facts of the script; null before the first hello.</summary>
    public EmulatorFacts? Facts => Volatile.Read(ref _facts);

    /// <summary>
    /// Gets the fraction of the script's time for requests that is used, 0 to 1; null if the script hasn't reported it lately. Reading it
    /// starts regular refreshes.
    /// </summary>
    public double? WindowUsed
    {
        get
        {
            var now = time.GetTimestamp();
            Volatile.Write(ref _watchedUntil, now + Timestamps(WatchTime));
            Interlocked.CompareExchange(ref _factsDue, now, long.MaxValue);
            return Volatile.Read(ref _factsAt) > now - Timestamps(MaxFactsAge) ? Facts?.WindowUsed : null;
        }
    }

    /// <summary>
    /// Records facts of the script. Replies come over several connections, so an older one may be read after a newer one; it is ignored.
    /// A notice that came after their request is newer and stays.
    /// </summary>
    /// <param name="facts">The facts.</param>
    /// <param name="frame">The frame of their reply; negative without a game.</param>
    /// <param name="sent">When they were requested, as a timestamp.</param>
    public void SetInfo(EmulatorFacts facts, long frame, long sent)
    {
        ClearSilence();
        lock (_gate)
        {
            if (sent < _factsAt)
                return;
            Volatile.Write(ref _factsAt, sent);
            Volatile.Write(ref _facts, facts);
            Frame = frame;
            if (HadNoticeSince(sent))
                return;
            Volatile.Write(ref _noGame, frame < 0);
            Volatile.Write(ref _crashed, facts.Crashed);
        }
    }

    /// <summary>Records that another game was loaded, so the facts are outdated.</summary>
    public void GameChanged() => Volatile.Write(ref _newGame, true);

    /// <summary>Returns whether the facts must be refreshed after <see cref="GameChanged"/>. Returns true only once.</summary>
    public bool TryClaimGameChange() => Interlocked.Exchange(ref _newGame, false);

    /// <summary>
    /// Returns whether a refresh of the facts is due because <see cref="WindowUsed"/> is being read. Returns true only once per refresh.
    /// </summary>
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
        Volatile.Write(ref _noticeAt, time.GetTimestamp());
        Volatile.Write(ref _crashed, false);
        Volatile.Write(ref _noGame, true);
    }

    /// <summary>Records that the game has crashed, or runs again.</summary>
    public void GameCrashed(bool crashed)
    {
        Volatile.Write(ref _noticeAt, time.GetTimestamp());
        Volatile.Write(ref _crashed, crashed);
    }

    /// <summary>Records the reply to a ping. One that was sent before the latest facts were requested may be of another game.</summary>
    /// <param name="frame">The frame of the reply; negative without a game.</param>
    /// <param name="sent">When the ping was sent, as a timestamp.</param>
    public void OnPingReply(long frame, long sent)
    {
        var now = time.GetTimestamp();
        ClearSilence();
        lock (_gate)
        {
            RoundTrip = time.GetElapsedTime(sent, now);
            if (sent < _factsAt)
                return;
            // A state was loaded or the game was reset: earlier frames say nothing about the speed.
            if (frame < _latestPingFrame)
                _samples.Clear();
            _latestPingFrame = Frame = frame;
            _samples.Enqueue((now, frame));
            // With long intervals between the pings, the previous sample stays, although it is older than the span.
            while (_samples.Count > 2 && time.GetElapsedTime(_samples.Peek().At, now) > Span)
                _samples.Dequeue();
            if (time.GetElapsedTime(_samples.Peek().At, now) >= MinSpan)
                FramesPerSecond = LeastSquares.Slope(_samples.Select(each => (SecondsAt(each.At, now), (double)(each.Frame - frame))));
        }

        // A ping that was sent before the game was closed says nothing about the time after.
        if (frame >= 0 && HadNoticeSince(sent))
            return;
        // A front end may load a game without an event from the script.
        if (Interlocked.Exchange(ref _noGame, frame < 0) && frame >= 0)
            GameChanged();
    }

    /// <summary>Records that the emulator has stopped responding.</summary>
    /// <param name="lastHeard">When something was last received, as a timestamp.</param>
    public void OnSilent(long lastHeard)
    {
        if (!Volatile.Read(ref _silent))
            Volatile.Write(ref _stuck, time.GetElapsedTime(Volatile.Read(ref _loadedAt), lastHeard) < StuckWindow);
        Volatile.Write(ref _silent, true);
        OnStopped();
    }

    /// <summary>Records that the emulator is gone or silent: there is no speed.</summary>
    public void OnStopped()
    {
        lock (_gate)
        {
            _samples.Clear();
            FramesPerSecond = null;
        }

        Held = Stopped = false;
    }

    /// <summary>
    /// Records that a state or a game is loaded, or the game is reset: the speed measured so far is invalid, and silence right after it
    /// counts as <see cref="Stuck"/>.
    /// </summary>
    public void OnLoad()
    {
        if (!Volatile.Read(ref _silent))
            Volatile.Write(ref _loadedAt, time.GetTimestamp());
        ForgetSpeed();
    }

    /// <summary>Discards the speed measured so far.</summary>
    public void ForgetSpeed()
    {
        lock (_gate)
            _samples.Clear();
    }

    // Replies and notices come over several connections, so an older reply may be read after a newer notice.
    private bool HadNoticeSince(long sent) => Volatile.Read(ref _noticeAt) > sent;

    private void Change(ref bool state, bool value)
    {
        if (Interlocked.Exchange(ref state, value) != value)
            ForgetSpeed();
    }

    private void ClearSilence()
    {
        Volatile.Write(ref _silent, false);
        Volatile.Write(ref _stuck, false);
    }

    private long Timestamps(TimeSpan span) => (long)(span.TotalSeconds * time.TimestampFrequency);

    // Negative: seconds before now.
    private double SecondsAt(long at, long now) => -time.GetElapsedTime(at, now).TotalSeconds;
}
