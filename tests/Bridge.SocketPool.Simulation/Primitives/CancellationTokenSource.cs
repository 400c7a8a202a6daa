using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Takes the place of .NET's: cancelling goes where the seed says.</summary>
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
