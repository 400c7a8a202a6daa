using Bridge.Api.Diagnostics;

namespace Bridge.Api.Raw;

/// <summary>Keeps the raw door served: when a loop fails, a new one takes over its listeners, after a pause that grows with each failure in a row.</summary>
internal sealed class DoorSupervisor(Func<DoorLoop> makeLoop, TimeProvider time, ILogger logger) : IDisposable
{
    /// <summary>Failures in a row, each within a minute of the start before it, after which there is no other attempt.</summary>
    public const int MaxFailures = 6;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongEnough = TimeSpan.FromMinutes(1);

    private readonly CancellationTokenSource _ending = new();
    private readonly Lock _gate = new();
    private DoorLoop? _loop;
    private bool _isCutOff;

    /// <summary>Serves clients until <see cref="End"/>. Once.</summary>
    /// <param name="listeners">Sockets that listen; they stay their caller's.</param>
    /// <param name="closeListeners">Called when nobody new is taken any more, perhaps more than once.</param>
    /// <exception cref="DoorFailedException">It has failed too often.</exception>
    public async Task RunAsync(IReadOnlyList<int> listeners, Action closeListeners)
    {
        try
        {
            var failures = 0;
            while (!_ending.IsCancellationRequested)
            {
                var began = time.GetTimestamp();
                try
                {
                    await ServeAsync(listeners, closeListeners);
                    return;
                }
                catch (Exception exception)
                {
                    failures = time.GetElapsedTime(began) < LongEnough ? failures + 1 : 1;
                    if (failures == MaxFailures)
                        throw new DoorFailedException($"The raw door has failed {failures} times in a row, so the bridge ends. The last error: {exception.Message}", exception);
                    var pause = FirstPause * (1 << (failures - 1));
                    Log.RawBroken(logger, pause.TotalMilliseconds, exception);
                    await Task.Delay(pause, time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                }
            }
        }
        finally
        {
            closeListeners();
        }
    }

    /// <summary>Ends in order, as <see cref="DoorLoop.End"/> does.</summary>
    public void End()
    {
        lock (_gate)
        {
            _ending.Cancel();
            _loop?.End();
        }
    }

    /// <summary>Ends without waiting for anybody.</summary>
    public void CutOff()
    {
        lock (_gate)
        {
            _isCutOff = true;
            _ending.Cancel();
            _loop?.CutOff();
        }
    }

    public void Dispose() => _ending.Dispose();

    private Task ServeAsync(IReadOnlyList<int> listeners, Action closeListeners)
    {
        DoorLoop loop;
        lock (_gate)
        {
            _loop = loop = makeLoop();
            if (_isCutOff)
                loop.CutOff();
            else if (_ending.IsCancellationRequested)
                loop.End();
        }

        new Thread(() => loop.Run(listeners, closeListeners)) { IsBackground = true, Name = "raw door" }.Start();
        return loop.Over;
    }
}

/// <summary>The raw door can't be served any more, in a sentence.</summary>
internal sealed class DoorFailedException(string sentence, Exception cause) : Exception(sentence, cause);
