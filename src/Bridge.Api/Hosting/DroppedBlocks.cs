namespace Bridge.Api.Hosting;

/// <summary>Tells when buffers that many clients took at once are worth collecting, although others send requests meanwhile.</summary>
/// <remarks>Looked at every <see cref="IdleDetector.Look"/>. It has no clock of its own.</remarks>
internal sealed class DroppedBlocks
{
    /// <summary>As many bytes have to be dropped first.</summary>
    public const long MinBytes = 16 * 1024 * 1024;

    private long _dropped;

    /// <summary>Whether it is time to collect: enough was dropped, and nothing any more since the last look.</summary>
    /// <param name="bytes">Bytes that were dropped since the last look.</param>
    public bool AreDue(long bytes)
    {
        _dropped += bytes;
        if (bytes > 0 || _dropped < MinBytes)
            return false;
        _dropped = 0;
        return true;
    }
}
