using System.Collections.Concurrent;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Runs the work beside the requests. An exception that no code expects is logged, for each work at most once a minute, and ends neither
/// the work nor the program.
/// </summary>
internal sealed class WorkGuard(TimeProvider time, ILogger<WorkGuard> logger)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LogInterval = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<string, long> _loggedAt = new();

    /// <summary>Runs work until it ends by itself or must end; a second after an exception, it runs again.</summary>
    /// <param name="name">The work's name in the log, one of few.</param>
    /// <param name="run">Runs it; may throw <see cref="OperationCanceledException"/> once it must end.</param>
    /// <param name="stopping">Ends it.</param>
    public async Task KeepAsync(string name, Func<CancellationToken, Task> run, CancellationToken stopping)
    {
        while (!await TryAsync(name, run, stopping))
            await Task.Delay(Pause, time, stopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Runs work once whose end no code awaits.</summary>
    /// <inheritdoc cref="KeepAsync"/>
    public Task RunAsync(string name, Func<CancellationToken, Task> run, CancellationToken stopping) => TryAsync(name, run, stopping);

    /// <summary>Returns whether a message that may come often is due: for each name once a minute.</summary>
    public bool IsDue(string name)
    {
        var now = time.GetTimestamp();
        return !_loggedAt.TryGetValue(name, out var before) ? _loggedAt.TryAdd(name, now)
            : time.GetElapsedTime(before, now) >= LogInterval && _loggedAt.TryUpdate(name, now, before);
    }

    // Returns whether it has ended without an exception, or must end.
    private async Task<bool> TryAsync(string name, Func<CancellationToken, Task> run, CancellationToken stopping)
    {
        try
        {
            await run(stopping);
            return true;
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            return true;
        }
        catch (Exception exception)
        {
            if (IsDue(name))
                Log.WorkFailed(logger, name, exception);
            return stopping.IsCancellationRequested;
        }
    }
}
