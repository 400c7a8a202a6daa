using System.Threading.Tasks.Sources;
using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: the seed decides when the awaiter continues.</summary>
internal struct ManualResetValueTaskSourceCore<TResult>
{
    private System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore<TResult> _core;

    public bool RunContinuationsAsynchronously { get; set; }

    public readonly short Version => _core.Version;

    public void Reset() => _core.Reset();

    public void SetResult(TResult result) => _core.SetResult(result);

    public void SetException(Exception error) => _core.SetException(error);

    public TResult GetResult(short token) => _core.GetResult(token);

    public readonly ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        if (!RunContinuationsAsynchronously)
            throw new NotSupportedException("The reader would run its callers' code.");
        try
        {
            if (_core.GetStatus(token) != ValueTaskSourceStatus.Pending)
                Scheduler.Current.Queue(continuation, state);
            else
                _core.OnCompleted(
                    static hop => ((Hop)hop!).Go(), new Hop(continuation, state),
                    token, ValueTaskSourceOnCompletedFlags.None);
        }
        catch (InvalidOperationException exception)
        {
            // The awaiter throws this on the thread pool, where it would end the test process.
            Scheduler.Current.Violate("I6", "a reply is awaited twice, or by whom it isn't for", exception);
        }
    }

    private sealed record Hop(Action<object?> Continuation, object? State)
    {
        public void Go() => Scheduler.Current.Queue(Continuation, State);
    }
}
