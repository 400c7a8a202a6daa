namespace Bridge.SocketPool.Scheduling;

/// <summary>
/// Puts work off until all replies that have arrived together are handled. Callers that continue on the receiving thread then run one
/// kind of code at a time, which the processor's caches hold: first all handle their replies, then all send their responses
/// (bench/NOTES.md).
/// </summary>
internal static class AfterReplies
{
    [ThreadStatic]
    private static bool t_moreFollow;

    [ThreadStatic]
    private static Queue<IThreadPoolWorkItem>? t_work;

    /// <summary>Gets whether this thread has more replies to handle, or work that was put off.</summary>
    public static bool ArePending => t_moreFollow || t_work is { Count: > 0 };

    /// <summary>
    /// Puts work off, which must not throw. Returns false if nothing is pending on this thread; then the caller does the work itself.
    /// </summary>
    public static bool TryAdd(IThreadPoolWorkItem work)
    {
        if (!ArePending)
            return false;
        (t_work ??= []).Enqueue(work);
        return true;
    }

    /// <summary>Records, before a reply is handled, whether more of them were received with it.</summary>
    public static void Expect(bool more) => t_moreFollow = more;

    /// <summary>Runs the work. Called when the replies are handled, also when one broke the protocol.</summary>
    public static void Run()
    {
        t_moreFollow = false;
        try
        {
            while (t_work is not null && t_work.TryDequeue(out var work))
                work.Execute();
        }
        finally
        {
            // Only after an exception.
            if (t_work is { Count: > 0 })
                Run();
        }
    }
}
