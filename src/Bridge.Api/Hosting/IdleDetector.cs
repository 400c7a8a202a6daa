namespace Bridge.Api.Hosting;

/// <summary>Tells when it has been quiet for so long after much work that what the work has left behind is worth collecting.</summary>
/// <remarks>Looked at every <see cref="Look"/>. It has no clock of its own, and nothing of it is on the way of a request.</remarks>
internal sealed class IdleDetector
{
    /// <summary>The time between two looks.</summary>
    public static readonly TimeSpan Look = TimeSpan.FromSeconds(5);

    /// <summary>As much has to be allocated first: by 50,000 echoes, or five times what a start allocates.</summary>
    public const long MinWorkBytes = 16 * 1024 * 1024;

    /// <summary>What may be allocated between two looks of a quiet time, by pings and a few events.</summary>
    public const long MaxIdleBytes = 1024 * 1024;

    /// <summary>Max requests between two looks while it is quiet: health checks.</summary>
    public const long MaxIdleRequests = 1;

    // After 10 s, when a client would have asked again; and after 35 s once more, when Kestrel has let go of the buffers that its
    // connections had.
    private static readonly int[] QuietLooks = [2, 7];

    private long _allocated;
    private long _requests;
    private long _worked;
    private int _quiet;

    /// <summary>Whether it is time to collect.</summary>
    /// <param name="requests">Requests that have ended since the program began.</param>
    /// <param name="allocated">Bytes that were allocated since then.</param>
    public bool IsDue(long requests, long allocated)
    {
        var (work, asked) = (allocated - _allocated, requests - _requests);
        (_allocated, _requests) = (allocated, requests);
        _worked += work;
        if (work > MaxIdleBytes || asked > MaxIdleRequests)
        {
            _quiet = 0;
            return false;
        }

        if (_worked < MinWorkBytes || !QuietLooks.Contains(++_quiet))
            return false;
        if (_quiet == QuietLooks[^1])
            (_worked, _quiet) = (0, 0);
        return true;
    }
}
