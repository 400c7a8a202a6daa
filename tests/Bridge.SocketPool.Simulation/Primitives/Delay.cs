using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool.Connections;

/// <summary>Replaces the client's type: the seed decides when the waiter continues, also when its token ends the wait.</summary>
internal static class Delay
{
    public static Task ForAsync(TimeSpan max, TimeProvider time, CancellationToken token) =>
        WaitAsync(new System.Threading.Tasks.TaskCompletionSource().Task, max, time, token);

    public static async Task WaitAsync(Task task, TimeSpan max, TimeProvider time, CancellationToken token)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using (token.UnsafeRegister(_ => ended.TrySetResult(), null))
            await ((Task)Task.WhenAny(task, ended.Task)).WaitAsync(max, time, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
