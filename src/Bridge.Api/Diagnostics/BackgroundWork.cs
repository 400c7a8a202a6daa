namespace Bridge.Api.Diagnostics;

/// <summary>
/// Work beside the requests until the program ends. The end is no failure: if the program can't start, the host would log one for each
/// work, begun or not.
/// </summary>
internal abstract class BackgroundWork : BackgroundService
{
    private volatile bool _hasBegun;

    public sealed override Task? ExecuteTask => base.ExecuteTask?.ContinueWith(
        task => _hasBegun ? task : Task.CompletedTask,
        CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default).Unwrap();

    /// <summary>Does the work; may throw <see cref="OperationCanceledException"/> once it must end.</summary>
    protected abstract Task RunAsync(CancellationToken stopping);

    protected sealed override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        _hasBegun = true;
        try
        {
            await RunAsync(stoppingToken);
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The program ends.
        }
    }
}
