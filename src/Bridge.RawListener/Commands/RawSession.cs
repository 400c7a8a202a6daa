using System.Net;
using Bridge.RawListener.Model;
using Bridge.SocketPool;
using Microsoft.AspNetCore.Connections;

namespace Bridge.RawListener.Commands;

/// <summary>Holds what is known of the client of a connection.</summary>
internal sealed class RawSession(ConnectionContext connection)
{
    /// <summary>Gets or sets the emulator of its commands; null before the hello.</summary>
    public EmulatorClient? Emulator { get; set; }

    /// <summary>Gets or sets the token from its hello; null if there was none.</summary>
    public RawToken? Token { get; set; }

    /// <summary>Gets its address; null for a Unix socket.</summary>
    public IPAddress? Address => (connection.RemoteEndPoint as IPEndPoint)?.Address;

    /// <summary>Gets a token that is cancelled when the client disconnects or closes its sending side.</summary>
    public CancellationToken Closed => connection.ConnectionClosed;
}
