using System.Globalization;
using Bridge.Api.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Screen;

/// <summary>
/// The pictures of one emulator for everybody who watches it: each is taken and written once, however many watch, at the highest
/// rate that one of them asks for, and none is taken while nobody watches.
/// </summary>
/// <remarks>Nothing is queued: a viewer takes the latest picture when it is ready for one.</remarks>
internal sealed class PictureFeed(EmulatorClient emulator, TimeProvider time) : IDisposable
{
    /// <summary>As many may watch one emulator at once.</summary>
    public const int MaxViewers = 64;

    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromMilliseconds(250);

    // Held for a few assignments only: who watches, and the latest shot.
    private readonly Lock _gate = new();
    private readonly List<PictureViewer> _viewers = [];
    private PeriodicTimer? _shutter;
    private CapturedFrame? _latest;
    private TaskCompletionSource _newer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Begins to watch, up to <paramref name="rate"/> pictures a second, until the viewer is disposed.</summary>
    /// <exception cref="RequestException">Too many watch already: 503.</exception>
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
            if (_shutter is null)
            {
                _shutter = new PeriodicTimer(viewer.Interval, time);
                _ = RunAsync(_shutter);
            }
            else
            {
                SetPace_NeedsLock(_shutter);
            }
        }

        return viewer;
    }

    public void Leave(PictureViewer viewer)
    {
        lock (_gate)
        {
            if (!_viewers.Remove(viewer) || _shutter is null)
                return;
            if (_viewers.Count > 0)
            {
                SetPace_NeedsLock(_shutter);
                return;
            }

            _shutter.Dispose();
            (_shutter, _latest) = (null, null);
        }
    }

    /// <summary>The latest shot as soon as there is another one than <paramref name="seen"/>.</summary>
    /// <exception cref="TimeoutException">There was none within <paramref name="patience"/>.</exception>
    public async Task<CapturedFrame> AfterAsync(CapturedFrame? seen, TimeSpan patience, CancellationToken cancellationToken)
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

            await newer.WaitAsync(patience, time, cancellationToken);
        }
    }

    /// <summary>Takes no more pictures, even if clients watch.</summary>
    public void Dispose()
    {
        lock (_gate)
            _shutter?.Dispose();
    }

    private void SetPace_NeedsLock(PeriodicTimer shutter)
    {
        var interval = _viewers.Min(viewer => viewer.Interval);
        if (shutter.Period != interval)
            shutter.Period = interval;
    }

    private async Task RunAsync(PeriodicTimer shutter)
    {
        Picture? shown = null;
        do
        {
            try
            {
                var picture = await emulator.LookAsync(CancellationToken.None);
                if (picture.ShowsTheSameAs(shown))
                {
                    picture.Dispose();
                    continue;
                }

                shown?.Dispose();
                shown = picture;
                Publish(shutter, new CapturedFrame(PngWriter.Write(picture, scale: 1), picture.Frame, failure: null));
            }
            catch (Exception exception)
            {
                // Whatever it is, those who watch wait for better times and newcomers are told. The next picture counts as new.
                shown?.Dispose();
                shown = null;
                Publish(shutter, new CapturedFrame(default, frame: -1, exception));
                await Task.Delay(PauseAfterFailure, time);
            }
        }
        while (await shutter.WaitForNextTickAsync());
        shown?.Dispose();
    }

    private void Publish(PeriodicTimer shutter, CapturedFrame shot)
    {
        TaskCompletionSource waiting;
        lock (_gate)
        {
            // The last viewer has left meanwhile, and perhaps another one has begun anew.
            if (_shutter != shutter)
                return;
            _latest = shot;
            (waiting, _newer) = (_newer, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        }

        waiting.SetResult();
    }
}
