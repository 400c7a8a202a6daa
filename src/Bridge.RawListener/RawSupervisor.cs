using Bridge.RawListener.Loop;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener;

/// <summary>
/// Restarts the event loop when it fails: a new one takes over the listeners, after a delay that doubles with each failure.
/// </summary>
internal sealed class RawSupervisor(Func<RawEventLoop> makeLoop, TimeProvider time, ILogger logger) : IDisposable
{
    /// <summary>Max failures in a row, each within a minute of the loop's start, before the listener is given up.</summary>
    public const int MaxFailures = 6;

    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan StableTime = TimeSpan.FromMinutes(1);

    private readonly CancellationTokenSource _stopping = new();
    private readonly Lock _gate = new();
    private RawEventLoop? _loop;
    private bool _isAborted;

    /// <summary>Serves clients until <see cref="Stop"/>. May be called only once.</summary>
    /// <param name="listeners">Listening sockets, owned by the caller.</param>
    /// <param name="closeListeners">Called when no more clients are accepted, possibly more than once.</param>
    /// <exception cref="RawListenerFailedException">The event loop failed too often.</exception>
    public async Task RunAsync(IReadOnlyList<int> listeners, Action closeListeners)
    {
        try
        {
            var failures = 0;
            while (!_stopping.IsCancellationRequested)
            {
                var startedAt = time.GetTimestamp();
                try
                {
                    await ServeAsync(listeners, closeListeners);
                    return;
                }
                catch (Exception exception)
                {
                    failures = time.GetElapsedTime(startedAt) < StableTime ? failures + 1 : 1;
                    if (failures == MaxFailures)
                    {
                        throw new RawListenerFailedException(
                            $"The raw listener failed {failures} times in a row, so the bridge stops. The last error: "
                            + exception.Message, exception);
                    }

                    var delay = FirstDelay * (1 << (failures - 1));
                    Log.LoopFailed(logger, delay.TotalMilliseconds, exception);
                    await Task.Delay(delay, time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                }
            }
        }
        finally
        {
            closeListeners();
        }
    }

    /// <summary>Stops gracefully, like <see cref="RawEventLoop.Stop"/>.</summary>
    public void Stop()
    {
        lock (_gate)
        {
            _stopping.Cancel();
            _loop?.Stop();
        }
    }

    /// <summary>Stops without waiting for any client.</summary>
    public void Abort()
    {
        lock (_gate)
        {
            _isAborted = true;
            _stopping.Cancel();
            _loop?.Abort();
        }
    }

    public void Dispose() => _stopping.Dispose();

    private Task ServeAsync(IReadOnlyList<int> listeners, Action closeListeners)
    {
        RawEventLoop loop;
        lock (_gate)
        {
            _loop = loop = makeLoop();
            if (_isAborted)
                loop.Abort();
            else if (_stopping.IsCancellationRequested)
                loop.Stop();
        }

        new Thread(() => loop.Run(listeners, closeListeners)) { IsBackground = true, Name = "raw listener" }.Start();
        return loop.Completion;
    }
}
