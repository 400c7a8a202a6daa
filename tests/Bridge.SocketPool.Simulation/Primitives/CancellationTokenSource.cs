using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: the seed decides where callbacks of a cancellation run.</summary>
internal sealed class CancellationTokenSource : System.Threading.CancellationTokenSource
{
    public CancellationTokenSource()
    {
    }

    public CancellationTokenSource(TimeSpan delay, TimeProvider time) : base(delay, time)
    {
    }

    public new Task CancelAsync()
    {
        var cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Scheduler.Current.Queue(() =>
        {
            Scheduler.Current.Undisturbed(Cancel);
            cancelled.TrySetResult();
        });
        return cancelled.Task;
    }
}
