using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: the seed decides when the awaiter continues.</summary>
internal sealed class TaskCompletionSource<TResult>
{
    private readonly System.Threading.Tasks.TaskCompletionSource<TResult> _source = new();
    private bool _isSet;

    public TaskCompletionSource(TaskCreationOptions options)
    {
        if (options != TaskCreationOptions.RunContinuationsAsynchronously)
            throw new NotSupportedException("Its setter would run others' code.");
    }

    public Task<TResult> Task => _source.Task;

    public bool TrySetResult(TResult result)
    {
        if (_isSet)
            return false;
        _isSet = true;
        Scheduler.Current.Queue(() => _source.SetResult(result));
        return true;
    }
}

/// <summary>Replaces .NET's type without a result.</summary>
internal sealed class TaskCompletionSource(TaskCreationOptions options)
{
    private readonly TaskCompletionSource<bool> _source = new(options);

    public Task Task => _source.Task;

    public bool TrySetResult() => _source.TrySetResult(true);
}
