using System.Runtime.ExceptionServices;

namespace Bridge.Api.Features.Screen;

/// <summary>Gets the pictures of a feed for one client, until it is disposed. For one reader at a time.</summary>
internal sealed class PictureViewer(PictureFeed feed, int rate, TimeProvider time) : IDisposable
{
    // Proxies close silent connections, most of them after half a minute or more.
    private static readonly TimeSpan RepeatAfter = TimeSpan.FromSeconds(5);

    // The latest capture, which may be a failure, and the latest one with a picture.
    private CapturedFrame? _seen;
    private CapturedFrame? _picture;
    // When that picture was returned last, and the earliest time of the next one.
    private long _takenAt;
    private TimeSpan _due;

    /// <summary>Gets the min time between two pictures.</summary>
    public TimeSpan Interval { get; } = TimeSpan.FromSeconds(1) / rate;

    /// <summary>
    /// Returns the latest picture once it has changed and its interval has passed; after five seconds without a change, the same one again;
    /// null once the feed has ended. While the emulator does not respond, nothing changes; its failure is thrown only before the first
    /// picture.
    /// </summary>
    public async Task<CapturedFrame?> NextAsync(CancellationToken cancellationToken)
    {
        if (_picture is not { } picture)
            return Take(await feed.AfterAsync(seen: null, Timeout.InfiniteTimeSpan, cancellationToken));
        if (_due - Now is { Ticks: > 0 } early)
            await Task.Delay(early, time, cancellationToken);
        try
        {
            var captured = await AfterAsync(_seen, cancellationToken);
            while (captured?.Failure is not null)
                captured = await AfterAsync(_seen = captured, cancellationToken);
            return Take(captured);
        }
        catch (TimeoutException)
        {
            _takenAt = time.GetTimestamp();
            return picture;
        }
    }

    public void Dispose() => feed.Leave(this);

    private TimeSpan Now => time.GetElapsedTime(0);

    private Task<CapturedFrame?> AfterAsync(CapturedFrame? seen, CancellationToken cancellationToken)
    {
        var left = RepeatAfter - time.GetElapsedTime(_takenAt);
        return feed.AfterAsync(seen, left > TimeSpan.Zero ? left : TimeSpan.Zero, cancellationToken);
    }

    private CapturedFrame? Take(CapturedFrame? captured)
    {
        if (captured is null)
            return null;
        if (captured.Failure is { } failure)
            ExceptionDispatchInfo.Throw(failure);
        _takenAt = time.GetTimestamp();
        // Timers fire late. Counting from now instead of from the due time would lose a picture now and then.
        _due = (Now - _due < Interval ? _due : Now) + Interval;
        return _seen = _picture = captured;
    }
}
