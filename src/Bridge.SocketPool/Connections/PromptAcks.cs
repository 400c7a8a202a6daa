using System.Net.Sockets;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Makes the system acknowledge received data at once. The script's socket delays a small send until the one before is acknowledged (Nagle;
/// mGBA can't switch it off), and the system may delay the acknowledgement by 40 to 200 ms when we have nothing to send.
/// </summary>
/// <remarks>
/// Linux takes a request for each acknowledgement (tcp(7), TCP_QUICKACK), Windows one for the whole connection
/// (<see cref="WindowsTcp.AfterConnect"/>). On macOS a message to the script carries the acknowledgement.
/// </remarks>
/// <param name="socket">The socket to request acknowledgements for.</param>
/// <param name="sendTick">Sends a small message to the script; null where the system itself can acknowledge at once.</param>
/// <param name="hasOutstandingReplies">Returns whether replies are outstanding.</param>
/// <param name="logger">Receives a message if the system has no such option.</param>
internal sealed class PromptAcks(Socket socket, Action? sendTick, Func<bool> hasOutstandingReplies, ILogger logger)
{
    private const int TcpLevel = 6;
    private const int QuickAckOption = 12;

    private readonly Action _quickAck = () => socket.SetRawSocketOption(TcpLevel, QuickAckOption, [1, 0, 0, 0]);
    private bool _expectsEvents;
    private bool _isRefused;

    /// <summary>Sets whether the script sends messages without a request.</summary>
    public bool ExpectsEvents
    {
        set => Volatile.Write(ref _expectsEvents, value);
    }

    /// <summary>Requests that what was received is acknowledged now, if the script may have more to send.</summary>
    public void Request()
    {
        if (!Volatile.Read(ref _expectsEvents) && !hasOutstandingReplies())
            return;
        if (sendTick is not null)
            sendTick();
        else if (OperatingSystem.IsLinux() && !_isRefused)
            _isRefused = !OptionalSocketOption.TrySet(logger, "TCP_QUICKACK", _quickAck);
    }
}
