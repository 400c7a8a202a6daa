namespace Bridge.Api.Hosting;

/// <summary>Decides when the buffers of a burst of clients are worth collecting, although others send requests meanwhile.</summary>
/// <remarks>Called every <see cref="IdleDetector.Look"/>. It has no clock of its own.</remarks>
internal sealed class UnneededBuffers
{
    /// <summary>Min bytes that have to be free first.</summary>
    public const long MinBytes = 16 * 1024 * 1024;

    private long _last;

    /// <summary>Returns whether to collect now: enough is free, and as much as at the last call, so the burst is over.</summary>
    /// <param name="bytes">Bytes that are free.</param>
    public bool AreDue(long bytes)
    {
        var isOver = bytes == _last;
        _last = bytes;
        return isOver && bytes >= MinBytes;
    }
}
