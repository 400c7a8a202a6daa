namespace Bridge.SocketPool.Simulation.Model;

/// <summary>An emulator that serves its connections like the script, and is paused, restarted and disconnected at random.</summary>
internal sealed class ModelEmulator(World world)
{
    private static readonly TimeSpan Frames = TimeSpan.FromSeconds(1 / 59.7275);
    private static readonly TimeSpan WithinPair = TimeSpan.FromMilliseconds(0.4);
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(1);

    private readonly List<ModelConnection> _connections = [];
    private bool _isPaused;

    public long Frame { get; private set; }

    /// <summary>Gets whether fault injection has ended.</summary>
    public bool IsWell { get; private set; }

    /// <summary>Gets the open connections, in the order in which they were accepted.</summary>
    public IEnumerable<ModelConnection> OpenConnections => _connections.Where(connection => connection.IsOpen);

    /// <summary>Gets whether it has run and answered everything.</summary>
    public bool IsIdle => _connections.TrueForAll(connection => connection.IsOpen && connection.IsIdle);

    private Scheduler Scheduler => world.Scheduler;

    public void Start()
    {
        PassFrame();
        if (world.Profile.Serving == Serving.BetweenFrames)
            ServeBetweenFrames();
        Trouble(world.Profile.Pauses, Pause);
        Trouble(world.Profile.Restarts, Restart);
        Trouble(world.Profile.Resets, BreakOne);
    }

    /// <summary>Stops fault injection.</summary>
    public void BecomeWell()
    {
        IsWell = true;
        Resume();
        world.FakeListener.Open();
    }

    /// <summary>Ends all connections.</summary>
    public void BreakAll()
    {
        foreach (var connection in OpenConnections.ToList())
            connection.Close(isReset: Scheduler.Draw(0.5));
    }

    private void PassFrame()
    {
        var isPaired = world.Profile.Serving == Serving.Paired;
        var next = !isPaired ? Frames : Frame % 2 == 0 ? WithinPair : Frames * 2 - WithinPair;
        if (!_isPaused && world.FakeListener.Listens)
        {
            Frame++;
            if (world.FakeListener.Accept() is { } link)
                _connections.Add(new ModelConnection(world, link));
            Serve(isFrame: true);
        }

        Scheduler.After(next, PassFrame);
    }

    private void ServeBetweenFrames()
    {
        if (!_isPaused)
            Serve(isFrame: false);
        Scheduler.After(Idle, ServeBetweenFrames);
    }

    private void Serve(bool isFrame) => _connections.RemoveAll(connection => !connection.Serve(isFrame));

    // Repeats at random intervals with this mean.
    private void Trouble(TimeSpan every, Action trouble)
    {
        if (every > TimeSpan.Zero)
            Scheduler.After(Scheduler.DrawTime(every * 2), () =>
            {
                if (IsWell)
                    return;
                trouble();
                Trouble(every, trouble);
            });
    }

    private void Pause()
    {
        _isPaused = true;
        Scheduler.Note($"the emulator is paused");
        Scheduler.After(Scheduler.DrawTime(world.Profile.LongestPause), Resume);
    }

    private void Resume()
    {
        _isPaused = false;
        Scheduler.Note($"the emulator continues");
    }

    private void Restart()
    {
        Scheduler.Note($"the emulator ends");
        world.FakeListener.Close();
        foreach (var connection in _connections)
            connection.Close(isReset: Scheduler.Draw(0.5));
        _connections.Clear();
        Scheduler.After(Scheduler.DrawTime(world.Profile.LongestAbsence), () =>
        {
            Scheduler.Note($"the emulator is there again");
            world.FakeListener.Open();
        });
    }

    private void BreakOne()
    {
        if (OpenConnections.ToList() is { Count: > 0 } open)
            open[Scheduler.Chance.Next(open.Count)].Close(isReset: Scheduler.Draw(0.7));
    }
}
