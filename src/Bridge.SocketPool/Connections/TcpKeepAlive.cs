using System.Net.Sockets;
using Microsoft.Extensions.Logging;

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

    public static void Enable(Socket socket, ILogger logger)
    {
        // Detects it while all sent data is acknowledged.
        Set("SO_KEEPALIVE", () => socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true));
        SetTcp("TCP_KEEPIDLE", SocketOptionName.TcpKeepAliveTime, 2);
        SetTcp("TCP_KEEPINTVL", SocketOptionName.TcpKeepAliveInterval, 1);
        SetTcp("TCP_KEEPCNT", SocketOptionName.TcpKeepAliveRetryCount, 2);
        // While data is unacknowledged, like a ping, TCP sends no probes, and would retransmit for a quarter of an hour.
        if (OperatingSystem.IsLinux())
            SetRaw("TCP_USER_TIMEOUT", LinuxTcpUserTimeout, Seconds * 1000);
        else if (OperatingSystem.IsMacOS())
            SetRaw("TCP_RXT_CONNDROPTIME", MacTcpDropTime, Seconds);
        else if (OperatingSystem.IsWindows())
            SetRaw("TCP_MAXRT", WindowsTcpMaxRetransmission, Seconds);

        void Set(string option, Action set) => OptionalSocketOption.TrySet(logger, option, set);

        void SetTcp(string name, SocketOptionName option, int value) =>
            Set(name, () => socket.SetSocketOption(SocketOptionLevel.Tcp, option, value));

        void SetRaw(string name, int option, int value) =>
            Set(name, () => socket.SetRawSocketOption(TcpLevel, option, BitConverter.GetBytes(value)));
    }
}
