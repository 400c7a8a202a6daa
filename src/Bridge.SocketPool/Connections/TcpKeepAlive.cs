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
    private const int MaxUnacknowledgedSeconds = 4;

    private const int LinuxTcpUserTimeout = 18; // Takes milliseconds: tcp(7).
    private const int MacTcpDropTime = 0x80; // Takes seconds: tcp(4) of macOS.
    private const int WindowsTcpMaxRetransmission = 5; // Takes seconds: "IPPROTO_TCP socket options" of Windows.

    public static void Enable(Socket socket, ILogger logger)
    {
        // While all sent data is acknowledged: after 2 s of silence, two probes, a second apart.
        Set("SO_KEEPALIVE", () => socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true));
        SetTcp("TCP_KEEPIDLE", SocketOptionName.TcpKeepAliveTime, 2);
        SetTcp("TCP_KEEPINTVL", SocketOptionName.TcpKeepAliveInterval, 1);
        SetTcp("TCP_KEEPCNT", SocketOptionName.TcpKeepAliveRetryCount, 2);
        // While data is unacknowledged, like a ping, TCP sends no probes, and would retransmit for a quarter of an hour.
        if (OperatingSystem.IsLinux())
            SetRaw("TCP_USER_TIMEOUT", LinuxTcpUserTimeout, MaxUnacknowledgedSeconds * 1000);
        else if (OperatingSystem.IsMacOS())
            SetRaw("TCP_RXT_CONNDROPTIME", MacTcpDropTime, MaxUnacknowledgedSeconds);
        else if (OperatingSystem.IsWindows())
            SetRaw("TCP_MAXRT", WindowsTcpMaxRetransmission, MaxUnacknowledgedSeconds);

        void Set(string option, Action set) => OptionalSocketOption.TrySet(logger, option, set);

        void SetTcp(string name, SocketOptionName option, int value) =>
            Set(name, () => socket.SetSocketOption(SocketOptionLevel.Tcp, option, value));

        void SetRaw(string name, int option, int value) =>
            Set(name, () => socket.SetRawSocketOption(TcpLevel, option, BitConverter.GetBytes(value)));
    }
}
