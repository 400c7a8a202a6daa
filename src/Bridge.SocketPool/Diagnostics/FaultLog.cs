using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>Logs the exceptions that no code expects, for each of their consequences at most one a minute.</summary>
internal sealed class FaultLog(string emulator, TimeProvider time, ILogger logger)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _loggedAt = [];

    /// <summary>Logs an exception, unless there was one with the same consequence within a minute.</summary>
    /// <param name="consequence">What the client does about it, as a part of a sentence; one of a few constants.</param>
    /// <param name="exception">The exception.</param>
    public void Report(string consequence, Exception exception)
    {
        lock (_gate)
        {
            if (_loggedAt.TryGetValue(consequence, out var at) && time.GetElapsedTime(at) < Interval)
                return;
            _loggedAt[consequence] = time.GetTimestamp();
        }

        Log.Unexpected(logger, emulator, consequence, exception);
    }
}
