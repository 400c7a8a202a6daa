using System.Net.Sockets;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Has the kernel end a connection within five seconds whose other side has vanished without a word: its machine has lost power, or the
/// network drops what is sent. A paused emulator is none of these, because its kernel still acknowledges.
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
        // While nothing is under way.
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, 2);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, 1);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, 2);
        // While something is, a ping for one, nothing keeps alive: it is sent again and again, for a quarter of an hour.
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
