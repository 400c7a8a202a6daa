using System.Net.Sockets;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Has the kernel acknowledge at once what was received. The script's socket waits with its next small send until the one
/// before is acknowledged (Nagle; mGBA can't switch it off), and Linux may put that off by 40 ms when we have nothing to send.
/// </summary>
/// <remarks>
/// The option lasts for a while only, so it is set again after each receive that leaves replies outstanding (tcp(7), TCP_QUICKACK).
/// </remarks>
internal static class TcpQuickAck
{
    private const int TcpLevel = 6;
    private const int QuickAckOption = 12;

    /// <summary>Does nothing where the system has no such option.</summary>
    public static void Request(Socket socket)
    {
        if (OperatingSystem.IsLinux())
            socket.SetRawSocketOption(TcpLevel, QuickAckOption, [1, 0, 0, 0]);
    }
}
