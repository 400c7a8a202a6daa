namespace Bridge.SocketPool.Simulation;

/// <summary>When the emulator serves its connections.</summary>
internal enum Serving
{
    /// <summary>Once a frame, every 16.7 ms.</summary>
    Even,

    /// <summary>Once a frame, but two frames at once every 33.5 ms, as in a window with sound.</summary>
    Paired,

    /// <summary>Every millisecond, as in a host that calls the script between frames.</summary>
    BetweenFrames,
}

/// <summary>The properties of a run, all drawn from the seed.</summary>
internal sealed class RunProfile
{
    public RunProfile(Scheduler scheduler)
    {
        var chance = scheduler.Chance;
        T OneOf<T>(params T[] choices) => choices[chance.Next(choices.Length)];
        TimeSpan Milliseconds(params double[] choices) => TimeSpan.FromMilliseconds(OneOf(choices));

        IsCalm = chance.Next(8) == 0;
        Callers = OneOf(1, 2, 5, 16, 64);
        Serving = OneOf(Serving.Even, Serving.Paired, Serving.BetweenFrames, Serving.BetweenFrames);
        RunsAtOnce = OneOf(1, 8, int.MaxValue, int.MaxValue);
        ReadsAtOnce = OneOf(1, 4, int.MaxValue);
        Network = new Network.NetworkProfile(Milliseconds(0, 0.1, 5, 30), OneOf(512, 4096, 65_536, 1 << 20), OneOf(0, 0.1, 0.7));
        // Large payloads on a slow network would take hours.
        LargeOneIn = Network.Room < 65_536 ? 0 : OneOf(0, 20, 200);
        CancelsOneIn = OneOf(0, 3, 20);
        HasEvents = chance.Next(3) == 0;
        Pauses = Milliseconds(0, 0, 700, 4000);
        LongestPause = Milliseconds(50, 800, 6000);
        Restarts = Milliseconds(0, 0, 900, 5000);
        LongestAbsence = Milliseconds(5, 300, 3000);
        Resets = Milliseconds(0, 0, 120, 2000);
        Options = new EmulatorOptions
        {
            Connections = OneOf(1, 2, 2, 3),
            InFlight = OneOf(2, 4, 16, 64, 1024),
            SendQueueBytes = OneOf(8 * 1024, 64 * 1024, 8 * 1024 * 1024),
            Deadline = Milliseconds(50, 250, 1000, 5000),
            ConnectTimeout = Milliseconds(50, 300, 2000),
            // Must be longer than two latencies and two frames.
            PausedAfter = Milliseconds(Network.Latency.TotalMilliseconds > 10 ? 200 : 100, 300, 1000),
            PingInterval = Milliseconds(20, 100, 250),
            Retries = OneOf(0, 1, 3, 3, 10),
        };
        if (IsCalm)
            BecomeCalm();
    }

    /// <summary>Gets whether there are no faults, and room and time for everything: every request must be answered.</summary>
    public bool IsCalm { get; }

    public int Callers { get; }

    public Serving Serving { get; private set; }

    /// <summary>Gets the requests that a connection runs each time it is served.</summary>
    public int RunsAtOnce { get; private set; }

    /// <summary>Gets the reads of up to 16 KiB from a connection each time it is served.</summary>
    public int ReadsAtOnce { get; private set; }

    public Network.NetworkProfile Network { get; private set; }

    /// <summary>One in this number of requests has a large payload or reply; 0: none.</summary>
    public int LargeOneIn { get; }

    /// <summary>One in this number of requests is cancelled by its caller; 0: none.</summary>
    public int CancelsOneIn { get; private set; }

    public bool HasEvents { get; }

    /// <summary>Gets the mean time from one pause to the next; zero: there are none.</summary>
    public TimeSpan Pauses { get; private set; }

    public TimeSpan LongestPause { get; }

    /// <summary>Gets the mean time from one restart to the next; zero: there are none.</summary>
    public TimeSpan Restarts { get; private set; }

    public TimeSpan LongestAbsence { get; }

    /// <summary>Gets the mean time from one broken connection to the next; zero: there are none.</summary>
    public TimeSpan Resets { get; private set; }

    public EmulatorOptions Options { get; private set; }

    private void BecomeCalm()
    {
        (Pauses, Restarts, Resets) = (TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);
        CancelsOneIn = 0;
        RunsAtOnce = int.MaxValue;
        ReadsAtOnce = int.MaxValue;
        Network = Network with { Room = 1 << 20, Latency = TimeSpan.FromMilliseconds(1), Pieces = 0.1 };
        Options = new EmulatorOptions { Connections = Options.Connections };
    }
}
