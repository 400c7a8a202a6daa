namespace Bridge.Api.Hosting;

/// <summary>Decides when the bridge has been idle long enough after much work that its garbage is worth collecting.</summary>
/// <remarks>Called every <see cref="Look"/>. It has no clock of its own, and requests don't call it.</remarks>
internal sealed class IdleDetector
{
    /// <summary>The interval between two calls.</summary>
    public static readonly TimeSpan Look = TimeSpan.FromSeconds(5);

    /// <summary>Min bytes that have to be allocated first: by 50,000 echoes, or five times what a start allocates.</summary>
    public const long MinWorkBytes = 16 * 1024 * 1024;

    /// <summary>Max bytes allocated between two calls while idle, by pings and a few events.</summary>
    public const long MaxIdleBytes = 1024 * 1024;

    /// <summary>Max requests between two calls while idle: health checks.</summary>
    public const long MaxIdleRequests = 1;

    // After 10 s, when an active client would have sent another request; and again after 35 s, when Kestrel has released the buffers of
    // its connections.
    private static readonly int[] QuietLooks = [2, 7];

    private long _allocated;
    private long _requests;
    private long _worked;
    private int _quiet;

    /// <summary>Returns whether to collect now.</summary>
    /// <param name="requests">Requests that have ended since the program started.</param>
    /// <param name="allocated">Bytes that were allocated since the program started.</param>
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
