using System.Runtime.ExceptionServices;

namespace Bridge.Api.Screen;

/// <summary>One of those who watch a feed, from its beginning to <see cref="Dispose"/>. For one reader at a time.</summary>
internal sealed class PictureViewer(PictureFeed feed, int rate, TimeProvider time) : IDisposable
{
    // Proxies close connections on which nothing comes, mostly after half a minute or more.
    private static readonly TimeSpan RepeatAfter = TimeSpan.FromSeconds(5);

    private CapturedFrame? _seen;
    private CapturedFrame? _picture;
    private long _takenAt;
    private TimeSpan _due;

    /// <summary>From one picture to the next, at least.</summary>
    public TimeSpan Interval { get; } = TimeSpan.FromSeconds(1) / rate;

    /// <summary>
    /// The latest picture, once it has changed and it is time for it; after five seconds without a change the same one again.
    /// While the emulator can't be asked, nothing changes; only before the first picture its failure is thrown.
    /// </summary>
    public async Task<CapturedFrame> NextAsync(CancellationToken cancellationToken)
    {
        if (_picture is not { } picture)
            return Take(await feed.AfterAsync(seen: null, Timeout.InfiniteTimeSpan, cancellationToken));
        if (_due - Now is { Ticks: > 0 } early)
            await Task.Delay(early, time, cancellationToken);
        try
        {
            var shot = await AfterAsync(_seen, cancellationToken);
            while (shot.Failure is not null)
                shot = await AfterAsync(_seen = shot, cancellationToken);
            return Take(shot);
        }
        catch (TimeoutException)
        {
            _takenAt = time.GetTimestamp();
            return picture;
        }
    }

    public void Dispose() => feed.Leave(this);

    private TimeSpan Now => time.GetElapsedTime(0);

    private Task<CapturedFrame> AfterAsync(CapturedFrame? seen, CancellationToken cancellationToken)
    {
        var left = RepeatAfter - time.GetElapsedTime(_takenAt);
        return feed.AfterAsync(seen, left > TimeSpan.Zero ? left : TimeSpan.Zero, cancellationToken);
    }

    private CapturedFrame Take(CapturedFrame shot)
    {
        if (shot.Failure is { } failure)
            ExceptionDispatchInfo.Throw(failure);
        _takenAt = time.GetTimestamp();
        // Timers are late; who counted from then would lose a picture every now and then.
        _due = (Now - _due < Interval ? _due : Now) + Interval;
        return _seen = _picture = shot;
    }
}
