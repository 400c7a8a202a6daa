namespace Bridge.SocketPool.Scheduling;

/// <summary>
/// Knows what the current thread does with sockets. A thread is a socket thread if callers are reported to it: it polls sockets and runs
/// the callers' requests itself, so nothing else runs on it meanwhile.
/// </summary>
internal static class SocketThread
{
    // The requests in a row that make a caller the only one. Several concurrent callers alternate, so none sends that many.
    private const int LoneCallerRequests = 8;

    [ThreadStatic]
    private static object? t_caller;

    [ThreadStatic]
    private static int t_requests;

    /// <summary>Gets whether the current thread is a socket thread.</summary>
    public static bool IsCurrent => t_caller is not null;

    /// <summary>
    /// Gets whether all recent requests of this thread came from one caller, and another processor is left for the caller and the emulator.
    /// Only then may the thread poll for what comes next: nobody else waits for it.
    /// </summary>
    public static bool HasLoneCaller => t_requests >= LoneCallerRequests && Environment.ProcessorCount > 1;

    /// <summary>Reports that a caller waits for its next request on this thread, which is a socket thread.</summary>
    /// <param name="caller">The caller's connection.</param>
    public static void Report(object caller)
    {
        t_requests = ReferenceEquals(t_caller, caller) ? Math.Min(t_requests + 1, LoneCallerRequests) : 0;
        t_caller = caller;
    }
}
