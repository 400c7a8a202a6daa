using System.Net.Sockets;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Makes the kernel end a connection within five seconds after the other side vanished: its machine lost power, or the network drops all
/// packets. A paused emulator stays connected, because its kernel still acknowledges.
/// </summary>
internal static class TcpKeepAlive
{
    private const int TcpLevel = 6;
    private const int Seconds = 4;

    // Milliseconds, tcp(7); seconds, tcp(4) of macOS; seconds, "IPPROTO_TCP socket options" of Windows.
    private const int LinuxTcpUserTimeout = 18;
    private const int MacTcpDropTime = 0x80;
    private const int WindowsTcpMaxRetransmission = 5;

    public static void Enable(Socket socket)
    {
        // Detects it while all sent data is acknowledged.
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, 2);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, 1);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, 2);
        // While data is unacknowledged, like a ping, TCP sends no probes, and would retransmit for a quarter of an hour.
        if (OperatingSystem.IsLinux())
            Set(socket, LinuxTcpUserTimeout, Seconds * 1000);
        else if (OperatingSystem.IsMacOS())
            Set(socket, MacTcpDropTime, Seconds);
        else if (OperatingSystem.IsWindows())
            Set(socket, WindowsTcpMaxRetransmission, Seconds);
    }

    private static void Set(Socket socket, int option, int value) =>
        socket.SetRawSocketOption(TcpLevel, option, BitConverter.GetBytes(value));
}
