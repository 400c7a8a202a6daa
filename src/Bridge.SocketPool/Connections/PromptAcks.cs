using System.Net.Sockets;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Makes the kernel acknowledge received data at once. The script's socket delays a small send until the one before is acknowledged (Nagle;
/// mGBA can't switch it off), and Linux may delay the acknowledgement by 40 ms when we have nothing to send.
/// </summary>
/// <remarks>
/// The option is not permanent, so it is set again after each receive that leaves replies outstanding (tcp(7), TCP_QUICKACK).
/// </remarks>
internal static class TcpQuickAck
{
    private const int TcpLevel = 6;
    private const int QuickAckOption = 12;

    /// <summary>Requests a quick acknowledgement. Does nothing on systems other than Linux.</summary>
    public static void Request(Socket socket)
    {
        if (OperatingSystem.IsLinux())
            socket.SetRawSocketOption(TcpLevel, QuickAckOption, [1, 0, 0, 0]);
    }
}
