namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Work beside the requests until the program ends. After an exception it runs again. Its end never counts as a failure, even before it
/// began: if the program can't start, the host would log a failure for each work.
/// </summary>
internal abstract class BackgroundWork(WorkGuard guard) : BackgroundService
{
    private volatile bool _hasBegun;

    /// <summary>Gets what runs the parts of the work that no code awaits.</summary>
    protected WorkGuard Guard => guard;

    public sealed override Task? ExecuteTask => base.ExecuteTask?.ContinueWith(
        task => _hasBegun ? task : Task.CompletedTask,
        CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default).Unwrap();

    /// <summary>Does the work; may throw <see cref="OperationCanceledException"/> once it must end.</summary>
    protected abstract Task RunAsync(CancellationToken stopping);

    protected sealed override Task ExecuteAsync(CancellationToken stoppingToken)
    {
        _hasBegun = true;
        return guard.KeepAsync(GetType().Name, RunAsync, stoppingToken);
    }
}
