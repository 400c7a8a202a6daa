using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Screen;

/// <summary>
/// Captures the pictures of one emulator for all its viewers. Each picture is captured and encoded once, at the highest rate that a
/// viewer requests, and none without viewers.
/// </summary>
/// <remarks>Nothing is queued: a viewer takes the latest picture when it is ready for one.</remarks>
internal sealed class PictureFeed(EmulatorClient emulator, TimeProvider time) : IDisposable
{
    /// <summary>Max concurrent viewers of one emulator.</summary>
    public const int MaxViewers = 64;

    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromMilliseconds(250);

    // Held for a few assignments only. Protects the viewers and the latest picture.
    private readonly Lock _gate = new();
    private readonly List<PictureViewer> _viewers = [];
    private PeriodicTimer? _timer;
    private CapturedFrame? _latest;
    private TaskCompletionSource _newer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Adds a viewer, which gets up to <paramref name="rate"/> pictures a second until it is disposed.</summary>
    /// <exception cref="RequestException">There are too many viewers: 503.</exception>
    public PictureViewer Join(int rate)
    {
        var viewer = new PictureViewer(this, rate, time);
        lock (_gate)
        {
            if (_viewers.Count == MaxViewers)
            {
                throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                    $"This emulator already has {MaxViewers} open screen streams, the maximum; GET …/screen returns single "
                    + $"pictures."));
            }

            _viewers.Add(viewer);
            if (_timer is null)
            {
                _timer = new PeriodicTimer(viewer.Interval, time);
                _ = RunAsync(_timer);
            }
            else
            {
                SetRate_NeedsLock(_timer);
            }
        }

        return viewer;
    }

    public void Leave(PictureViewer viewer)
    {
        lock (_gate)
        {
            if (!_viewers.Remove(viewer) || _timer is null)
                return;
            if (_viewers.Count > 0)
            {
                SetRate_NeedsLock(_timer);
                return;
            }

            _timer.Dispose();
            (_timer, _latest) = (null, null);
        }
    }

    /// <summary>Returns the latest picture as soon as it is another one than <paramref name="seen"/>.</summary>
    /// <exception cref="TimeoutException">There was no other picture within <paramref name="timeout"/>.</exception>
    public async Task<CapturedFrame> AfterAsync(CapturedFrame? seen, TimeSpan timeout, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task newer;
            lock (_gate)
            {
                if (_latest is { } latest && latest != seen)
                    return latest;
                newer = _newer.Task;
            }

            await newer.WaitAsync(timeout, time, cancellationToken);
        }
    }

    /// <summary>Stops capturing, even if there are viewers.</summary>
    public void Dispose()
    {
        lock (_gate)
            _timer?.Dispose();
    }

    private void SetRate_NeedsLock(PeriodicTimer timer)
    {
        var interval = _viewers.Min(viewer => viewer.Interval);
        if (timer.Period != interval)
            timer.Period = interval;
    }

    private async Task RunAsync(PeriodicTimer timer)
    {
        Picture? shown = null;
        do
        {
            try
            {
                var picture = await emulator.LookAsAPersonAsync(CancellationToken.None);
                if (picture.ShowsTheSameAs(shown))
                {
                    picture.Dispose();
                    continue;
                }

                shown?.Dispose();
                shown = picture;
                Publish(timer, new CapturedFrame(PngWriter.Write(picture, scale: 1), picture.Frame, failure: null));
            }
            catch (Exception exception)
            {
                // Viewers wait for the next picture, which counts as new; clients that join before it get the failure.
                shown?.Dispose();
                shown = null;
                Publish(timer, new CapturedFrame(default, frame: -1, exception));
                await Task.Delay(PauseAfterFailure, time);
            }
        }
        while (await timer.WaitForNextTickAsync());
        shown?.Dispose();
    }

    private void Publish(PeriodicTimer timer, CapturedFrame captured)
    {
        TaskCompletionSource waiting;
        lock (_gate)
        {
            // The last viewer has left meanwhile, and another one may have started a new timer.
            if (_timer != timer)
                return;
            _latest = captured;
            (waiting, _newer) = (_newer, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        }

        waiting.SetResult();
    }
}
