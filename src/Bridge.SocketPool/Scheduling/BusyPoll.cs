using System.Net.Sockets;

namespace Bridge.SocketPool.Scheduling;

/// <summary>
/// Polls a socket for what a lone caller or its emulator sends next, because waking a sleeping processor takes longer than the reply.
/// </summary>
internal struct BusyPoll
{
    // A poll without success takes time from a slower client or emulator. A single one, as while a frame is computed, doesn't mean that the
    // other side is slow.
    private const int MaxSkips = 31;

    private int _skipsLeft;
    private int _skipsAfterMiss;

    /// <summary>
    /// Polls until the socket can be read. After a poll without success it skips the next call, after a second one the next three calls,
    /// then seven, at most 31. Each success halves that number.
    /// </summary>
    /// <param name="socket">The socket; if it is closed or broken, the poll ends.</param>
    /// <param name="limit">How long it polls at most.</param>
    /// <param name="time">The clock of the limit.</param>
    public void Wait(Socket socket, TimeSpan limit, TimeProvider time)
    {
        if (_skipsLeft > 0)
        {
            _skipsLeft--;
            return;
        }

        var began = time.GetTimestamp();
        while (!CanRead(socket))
        {
            if (time.GetElapsedTime(began) > limit)
            {
                _skipsAfterMiss = Math.Min((2 * _skipsAfterMiss) + 1, MaxSkips);
                _skipsLeft = _skipsAfterMiss;
                return;
            }
        }

        _skipsAfterMiss /= 2;
    }

    // The next read of the socket reports what is wrong with it.
    private static bool CanRead(Socket socket)
    {
        try
        {
            return socket.Poll(0, SelectMode.SelectRead);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return true;
        }
    }
}
