using System.Net.Sockets;

namespace Bridge.SocketPool.Scheduling;

/// <summary>
/// Polls a socket for what a lone caller or its emulator sends next, because waking a sleeping processor takes longer than the reply.
/// </summary>
internal struct BusyPoll
{
    // Polls in vain take time from a slower client or emulator. A single one, as while a frame is computed, doesn't mean that it is slow.
    private const int MaxLeftOut = 31;

    private int _toLeaveOut;
    private int _leaveOutAfter;

    /// <summary>
    /// Polls until the socket can be read. Does nothing the next time after a poll in vain, after another in vain the next three times,
    /// then seven, at most 31; each success halves that number.
    /// </summary>
    /// <param name="socket">The socket; if it is closed or broken, the poll ends.</param>
    /// <param name="limit">How long it polls at most.</param>
    /// <param name="time">The clock of the limit.</param>
    public void Wait(Socket socket, TimeSpan limit, TimeProvider time)
    {
        if (_toLeaveOut > 0)
        {
            _toLeaveOut--;
            return;
        }

        var began = time.GetTimestamp();
        while (!CanRead(socket))
        {
            if (time.GetElapsedTime(began) > limit)
            {
                _leaveOutAfter = Math.Min((2 * _leaveOutAfter) + 1, MaxLeftOut);
                _toLeaveOut = _leaveOutAfter;
                return;
            }
        }

        _leaveOutAfter /= 2;
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
