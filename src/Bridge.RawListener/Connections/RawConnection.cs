using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Bridge.SocketPool;

namespace Bridge.RawListener.Connections;

/// <summary>
/// The connection of a client. This is all that an idle one takes: no buffer, no task, no socket object. What is needed while something is
/// under way stands in a <see cref="RawConnectionState"/>.
/// </summary>
internal sealed class RawConnection(int socket, int slot)
{
    /// <summary>Gets or sets its socket; below 0 once it is closed.</summary>
    public int Socket { get; set; } = socket;

    /// <summary>Gets its index in the table of connections.</summary>
    public int Slot { get; } = slot;

    /// <summary>Gets or sets what its socket is watched for.</summary>
    public SocketInterest Interest { get; set; } = SocketInterest.Receive;

    /// <summary>Gets or sets what is under way; null while nothing is.</summary>
    public RawConnectionState? State { get; set; }

    /// <summary>Gets or sets the emulator that its commands go to; null until it has said hello.</summary>
    public EmulatorClient? Emulator { get; set; }

    /// <summary>Gets or sets the token that it has shown; null: none.</summary>
    public RawToken? Token { get; set; }

    /// <summary>Gets whether it is open.</summary>
    public bool IsOpen => Socket >= 0;
}
