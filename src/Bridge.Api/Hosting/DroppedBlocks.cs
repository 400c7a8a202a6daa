namespace Bridge.Api.Hosting;

/// <summary>Decides when the buffers of a burst of clients are worth collecting, although others send requests meanwhile.</summary>
/// <remarks>Called every <see cref="IdleDetector.Look"/>. It has no clock of its own.</remarks>
internal sealed class DroppedBlocks
{
    /// <summary>Min bytes that have to be dropped first.</summary>
    public const long MinBytes = 16 * 1024 * 1024;

    private long _dropped;

    /// <summary>Returns whether to collect now: enough was dropped, and nothing since the last call.</summary>
    /// <param name="bytes">Bytes that were dropped since the last call.</param>
    public bool AreDue(long bytes)
    {
        _dropped += bytes;
        if (bytes > 0 || _dropped < MinBytes)
            return false;
        _dropped = 0;
        return true;
    }
}
