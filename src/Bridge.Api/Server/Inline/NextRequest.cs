using Bridge.SocketPool.Scheduling;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Bridge.Api.Server.Inline;

/// <summary>Polls for the next request of a connection while its client is the only one (docs/inline-scheduling.md).</summary>
internal static class NextRequest
{
    // A client that asks again at once takes 10 to 25 µs (bench/NOTES.md).
    private static readonly TimeSpan Limit = TimeSpan.FromMicroseconds(40);

    [ThreadStatic]
    private static BusyPoll t_poll;

    /// <summary>
    /// Called before the connection's next bytes are read. Polls for them only on a socket thread, which would sleep otherwise. Other
    /// threads have more to do.
    /// </summary>
    public static void Await(ConnectionContext connection, TimeProvider time)
    {
        if (Thread.CurrentThread.IsThreadPoolThread)
            return;
        SocketThread.Report(connection);
        if (SocketThread.HasLoneCaller && connection.Features.Get<IConnectionSocketFeature>()?.Socket is { } socket)
            t_poll.Wait(socket, Limit, time);
    }
}
