using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Screen;

/// <summary>
/// Captures the screen of one emulator for all its viewers, at the highest rate that one of them requests, and only while there are
/// viewers. Each picture is encoded once.
/// </summary>
/// <remarks>Nothing is queued: a viewer takes the latest picture when it is ready for one.</remarks>
internal sealed class PictureFeed(EmulatorClient emulator, TimeProvider time) : IDisposable
{
    /// <summary>Max concurrent viewers of one emulator.</summary>
    public const int MaxViewers = 64;

    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromMilliseconds(250);

    // Held for a few assignments only. Protects the fields below.
    private readonly Lock _gate = new();
    private readonly List<PictureViewer> _viewers = [];
    // Runs while there are viewers; null without.
    private PeriodicTimer? _timer;
    private CapturedFrame? _latest;
    private TaskCompletionSource _newer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _hasEnded;

    /// <summary>Adds a viewer, which gets up to <paramref name="rate"/> pictures a second until it is disposed.</summary>
    /// <exception cref="RequestException">There are too many viewers: 503. The feed has ended: 404.</exception>
    public PictureViewer Join(int rate)
    {
        var viewer = new PictureViewer(this, rate, time);
        PeriodicTimer? started = null;
        lock (_gate)
        {
            if (_hasEnded)
                throw EmulatorDirectory.Ended(emulator);
            if (_viewers.Count == MaxViewers)
            {
                throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                    $"This emulator already has {MaxViewers} open screen streams, the maximum; GET …/screen returns single pictures."));
            }

            _viewers.Add(viewer);
            if (_timer is null)
                _timer = started = new PeriodicTimer(viewer.Interval, time);
            else
                SetPeriod_NeedsLock(_timer);
        }

        if (started is not null)
            _ = RunAsync(started);
        return viewer;
    }

    /// <summary>Removes a viewer; does nothing if it was removed before.</summary>
    public void Leave(PictureViewer viewer)
    {
        lock (_gate)
        {
            if (!_viewers.Remove(viewer) || _timer is null)
                return;
            if (_viewers.Count > 0)
                SetPeriod_NeedsLock(_timer);
            else
                Stop_NeedsLock();
        }
    }

    /// <summary>
    /// Returns the latest picture as soon as it is another one than <paramref name="seen"/>; null as soon as the feed has ended.
    /// </summary>
    /// <exception cref="TimeoutException">There was no other picture within <paramref name="timeout"/>.</exception>
    public async Task<CapturedFrame?> AfterAsync(CapturedFrame? seen, TimeSpan timeout, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task newer;
            lock (_gate)
            {
                if (_hasEnded)
                    return null;
                if (_latest is { } latest && latest != seen)
                    return latest;
                newer = _newer.Task;
            }

            await newer.WaitAsync(timeout, time, cancellationToken);
        }
    }

    /// <summary>Ends the feed, because its emulator was removed or the bridge is stopping: its viewers get no more pictures.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _hasEnded = true;
            Stop_NeedsLock();
            _newer.TrySetResult();
        }
    }

    private void Stop_NeedsLock()
    {
        _timer?.Dispose();
        (_timer, _latest) = (null, null);
    }

    private void SetPeriod_NeedsLock(PeriodicTimer timer)
    {
        var interval = _viewers.Min(viewer => viewer.Interval);
        if (timer.Period != interval)
            timer.Period = interval;
    }

    // Captures pictures until its timer is disposed. Each timer has a run of its own.
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
                // Cleared, so that the next picture is published even if it looks the same. Until then a viewer without a picture gets
                // the failure; the others keep theirs.
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
            // If the last viewer has left or the feed has ended meanwhile, _timer is null or belongs to a later RunAsync.
            if (_timer != timer)
                return;
            _latest = captured;
            (waiting, _newer) = (_newer, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        }

        waiting.SetResult();
    }
}
