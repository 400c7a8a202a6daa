using System.Net.Sockets;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Polls a socket for what a lone caller or its emulator sends next, because to wake a processor that sleeps takes longer than the reply.
/// </summary>
public struct BusyPoll
{
    // After a poll in vain, this many are left out, so that they take little time from a slower client or emulator.
    private const int LeftOut = 31;

    private int _leftOut;

    /// <summary>
    /// Polls until the socket can be read. Does nothing the next 31 times after a poll in vain.
    /// </summary>
    /// <param name="socket">The socket; if it is closed or broken, the poll ends.</param>
    /// <param name="limit">How long it polls at most.</param>
    /// <param name="time">The clock of the limit.</param>
    public void Wait(Socket socket, TimeSpan limit, TimeProvider time)
    {
        if (_leftOut > 0)
        {
            _leftOut--;
            return;
        }

        var began = time.GetTimestamp();
        while (!CanRead(socket))
        {
            if (time.GetElapsedTime(began) > limit)
            {
                _leftOut = LeftOut;
                return;
            }
        }
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
