namespace Bridge.SocketPool.Simulation.Network;

/// <summary>A connection between the client and the model emulator.</summary>
internal sealed class Link(Scheduler scheduler, NetworkProfile profile, int number)
{
    /// <summary>Gets its number in the run, from 1.</summary>
    public int Number { get; } = number;

    public OneWay ToEmulator { get; } = new(scheduler, profile);

    public OneWay ToBridge { get; } = new(scheduler, profile);

    /// <summary>Gets whether it broke, so that both sides get an error.</summary>
    public bool IsReset { get; private set; }

    /// <summary>Gets whether it is still open.</summary>
    public bool IsOpen { get; private set; } = true;

    /// <summary>Breaks the connection: bytes in flight are lost.</summary>
    public void Reset()
    {
        if (IsReset)
            return;
        scheduler.Note($"link {Number} is reset");
        IsOpen = false;
        IsReset = true;
        ToEmulator.Cut();
        ToBridge.Cut();
    }

    /// <summary>Closes the client's side. Sent bytes still arrive, unless the peer sends more.</summary>
    public void CloseFromBridge()
    {
        if (IsOpen)
            scheduler.Note($"link {Number} is closed by the bridge");
        IsOpen = false;
        ToEmulator.End();
        ToBridge.Cut();
    }

    /// <summary>Closes the emulator's side gracefully: its sent bytes still arrive; bytes sent to it are lost.</summary>
    public void CloseFromEmulator()
    {
        if (IsOpen)
            scheduler.Note($"link {Number} is closed by the emulator");
        IsOpen = false;
        ToBridge.End();
        ToEmulator.Cut();
    }
}
