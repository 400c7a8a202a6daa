namespace Bridge.SocketPool.Connections;

/// <summary>
/// Knows whether all recent requests of a socket thread came from one caller. Only then may the thread poll for what comes next: nobody
/// else waits for it. A thread that nobody reports callers to never polls.
/// </summary>
public static class LoneCaller
{
    // Requests in a row. Several callers at once come in turns, so that none gets here.
    private const int Enough = 8;

    [ThreadStatic]
    private static object? t_caller;

    [ThreadStatic]
    private static int t_requests;

    /// <summary>Gets whether this thread has only one caller, and another processor is left for the caller and the emulator.</summary>
    public static bool IsAlone => t_requests >= Enough && Environment.ProcessorCount > 1;

    /// <summary>Reports that a caller waits for its next request on this thread.</summary>
    /// <param name="caller">The caller's connection.</param>
    public static void Report(object caller)
    {
        t_requests = ReferenceEquals(t_caller, caller) ? Math.Min(t_requests + 1, Enough) : 0;
        t_caller = caller;
    }
}
