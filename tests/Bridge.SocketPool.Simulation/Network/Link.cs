namespace Bridge.SocketPool.Simulation.Network;

/// <summary>A connection between the client and the model emulator.</summary>
internal sealed class Link(Scheduler scheduler, Traits traits, int number)
{
    /// <summary>Which one it is of the run, from 1.</summary>
    public int Number { get; } = number;

    public OneWay ToEmulator { get; } = new(scheduler, traits);

    public OneWay ToBridge { get; } = new(scheduler, traits);

    /// <summary>Whether it broke, so that both sides get an error.</summary>
    public bool IsReset { get; private set; }

    /// <summary>Whether nothing has ended it yet.</summary>
    public bool Stands { get; private set; } = true;

    /// <summary>Breaks it: what is under way is lost.</summary>
    public void Reset()
    {
        if (IsReset)
            return;
        scheduler.Note($"link {Number} is reset");
        Stands = false;
        IsReset = true;
        ToEmulator.Cut();
        ToBridge.Cut();
    }

    /// <summary>The client is through with it. What it has sent still arrives, unless the peer sends something more.</summary>
    public void CloseFromBridge()
    {
        if (Stands)
            scheduler.Note($"link {Number} is closed by the bridge");
        Stands = false;
        ToEmulator.End();
        ToBridge.Cut();
    }

    /// <summary>The emulator is through with it, in good order: what it has sent still arrives, what was sent to it is lost.</summary>
    public void CloseFromEmulator()
    {
        if (Stands)
            scheduler.Note($"link {Number} is closed by the emulator");
        Stands = false;
        ToBridge.End();
        ToEmulator.Cut();
    }
}
