using System.Net.Sockets;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>Shortens two waits of Windows. Does nothing on other systems.</summary>
internal static class WindowsTcp
{
    // mstcpip.h: SIO_TCP_INITIAL_RTO and SIO_TCP_SET_ACK_FREQUENCY.
    private const int InitialRto = unchecked((int)0x98000011);
    private const int AckFrequency = unchecked((int)0x98000017);

    // TCP_INITIAL_RTO_PARAMETERS: the default round-trip time, and no retransmission of a SYN.
    private static readonly byte[] NoSynRetransmission = [0xFF, 0xFF, 0xFE, 0];

    /// <summary>Makes a refused connection to this machine fail at once. Windows would try it again for two seconds.</summary>
    public static void BeforeConnect(Socket socket, EmulatorOptions options, ILogger logger)
    {
        if (OperatingSystem.IsWindows() && options.IsOnThisMachine)
            OptionalSocketOption.TrySet(logger, "SIO_TCP_INITIAL_RTO", () => socket.IOControl(InitialRto, NoSynRetransmission, null));
    }

    /// <summary>Makes Windows acknowledge each received packet at once, see <see cref="PromptAcks"/>.</summary>
    public static void AfterConnect(Socket socket, ILogger logger)
    {
        if (OperatingSystem.IsWindows())
        {
            OptionalSocketOption.TrySet(
                logger, "SIO_TCP_SET_ACK_FREQUENCY", () => socket.IOControl(AckFrequency, BitConverter.GetBytes(1), null));
        }
    }
}
