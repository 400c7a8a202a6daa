using System.Net.Sockets;

namespace Bridge.Doors.Listening;

/// <summary>A client's connection to a door.</summary>
/// <param name="Socket">The connection. The door closes it.</param>
/// <param name="OnConnected">Called once the client has shown that it speaks the protocol; from then on the door counts it.</param>
/// <param name="Stopping">Ends the session, because the door is closed.</param>
internal readonly record struct TcpVisit(Socket Socket, Action OnConnected, CancellationToken Stopping);
