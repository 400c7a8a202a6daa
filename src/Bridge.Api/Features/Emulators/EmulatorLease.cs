namespace Bridge.Api.Features.Emulators;

/// <summary>How long a created emulator stays: the time that may pass without a request or an open stream.</summary>
/// <remarks>Requests don't touch it. <see cref="Observe"/> compares their number once a second, so that it costs them nothing.</remarks>
internal sealed class EmulatorLease(TimeProvider time, TimeSpan? duration)
{
    /// <summary>The longest lease, a week.</summary>
    public const int MaxSeconds = 604_800;

    /// <summary>The lease if a client sets none.</summary>
    public static readonly TimeSpan Default = TimeSpan.FromMinutes(10);

    /// <summary>How long an emulator stays that no client has used.</summary>
    public static readonly TimeSpan Unused = TimeSpan.FromSeconds(60);

    private readonly Lock _gate = new();
    private TimeSpan? _duration = duration;
    private long _usedAt = time.GetTimestamp();
    // Whether a client has used the emulator since it was created.
    private bool _wasUsed;
    // The number of requests at the latest call of Observe, and how many calls of UncountedAsync run.
    private long _requests;
    private int _uncounted;

    /// <summary>Gets the time without use after which the emulator ends; null: never.</summary>
    public TimeSpan? Duration
    {
        get
        {
            lock (_gate)
                return _duration;
        }
    }

    /// <summary>Gets the time until the emulator ends if no client uses it; null: it never ends.</summary>
    public TimeSpan? Left
    {
        get
        {
            lock (_gate)
            {
                if (_duration is not { } allowed)
                    return null;
                var left = (_wasUsed || allowed < Unused ? allowed : Unused) - time.GetElapsedTime(_usedAt);
                return left > TimeSpan.Zero ? left : TimeSpan.Zero;
            }
        }
    }

    /// <summary>Sets another duration, and starts it now.</summary>
    public void Renew(TimeSpan? other)
    {
        lock (_gate)
            (_duration, _usedAt, _wasUsed) = (other, time.GetTimestamp(), true);
    }

    /// <summary>Starts the time now, before any client has used the emulator.</summary>
    /// <param name="requests">The number of requests so far.</param>
    public void Begin(long requests)
    {
        lock (_gate)
            (_requests, _usedAt) = (requests, time.GetTimestamp());
    }

    /// <summary>Sends requests of the bridge itself, which don't count as a use of the emulator.</summary>
    /// <param name="send">Sends them.</param>
    /// <param name="count">Max requests that it sends.</param>
    public async Task<T> UncountedAsync<T>(Func<ValueTask<T>> send, int count = 1)
    {
        lock (_gate)
            _uncounted++;
        try
        {
            return await send();
        }
        finally
        {
            lock (_gate)
                (_uncounted, _requests) = (_uncounted - 1, _requests + count);
        }
    }

    /// <summary>Starts the time again if the emulator was used since the last call.</summary>
    /// <param name="requests">The number of requests so far.</param>
    /// <param name="isInUse">Whether requests or streams are open.</param>
    public void Observe(long requests, bool isInUse)
    {
        lock (_gate)
        {
            // The number may include requests of the bridge itself; the next call sees what a client has sent.
            if (_uncounted > 0)
                return;
            if (requests > _requests || isInUse)
                (_usedAt, _wasUsed) = (time.GetTimestamp(), true);
            // May be fewer than before: UncountedAsync counts the most that it may send, and a failure leaves some unsent.
            _requests = requests;
        }
    }
}
