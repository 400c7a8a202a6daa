using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Bridge.SocketPool;

namespace Bridge.RawListener.Connections;

/// <summary>
/// Holds the connection of a client. An idle client has no other memory: no buffer, no task, no socket object.
/// <see cref="RawConnectionState"/> has the rest while something is in progress.
/// </summary>
internal sealed class RawConnection(int socket, int slot)
{
    /// <summary>Gets or sets its socket; negative after it is closed.</summary>
    public int Socket { get; set; } = socket;

    /// <summary>Gets its index in the table of connections.</summary>
    public int Slot { get; } = slot;

    /// <summary>Gets or sets what its socket is watched for.</summary>
    public SocketInterest Interest { get; set; } = SocketInterest.Receive;

    /// <summary>Gets or sets the state of what is in progress; null while idle.</summary>
    public RawConnectionState? State { get; set; }

    /// <summary>Gets or sets the emulator of its commands; null before the hello.</summary>
    public EmulatorClient? Emulator { get; set; }

    /// <summary>Gets or sets the token from its hello; null if there was none.</summary>
    public RawToken? Token { get; set; }

    /// <summary>Gets whether it is open.</summary>
    public bool IsOpen => Socket >= 0;
}
