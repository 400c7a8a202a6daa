using System.Net;

namespace Bridge.RawListener.Sockets;

/// <summary>
/// Provides non-blocking sockets, and one wait for all of them. The program uses the kernel's (<see cref="EpollSystem"/>); tests and the
/// benchmark of an idle client's memory use one without real sockets.
/// </summary>
internal interface ISocketSystem : IDisposable
{
    /// <summary>The result of a call that would block.</summary>
    const int WouldBlock = -1;

    /// <summary>The result of a call that failed.</summary>
    const int Failed = -2;

    /// <summary>Waits for an event of a watched socket, for <see cref="Wake"/>, or for the timeout.</summary>
    /// <param name="events">Receives the events.</param>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <returns>The number of events.</returns>
    int Wait(Span<SocketEvent> events, int milliseconds);

    /// <summary>Ends the current or the next wait. May be called from any thread, and does nothing after disposal.</summary>
    void Wake();

    /// <summary>Watches a socket, or changes what it is watched for.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="tag">Identifies the socket in its events.</param>
    /// <param name="interest">The events to wait for; a hang-up of the other side is always reported.</param>
    /// <param name="isNew">Whether the socket is watched for the first time.</param>
    /// <returns>False if the system refuses.</returns>
    bool Watch(int socket, int tag, SocketInterest interest, bool isNew);

    /// <summary>Accepts the next client.</summary>
    /// <returns>Its socket; <see cref="WouldBlock"/>; or <see cref="Failed"/> if the system has no room for another one.</returns>
    int Accept(int listener);

    /// <summary>Receives the bytes that have arrived.</summary>
    /// <returns>The number of bytes; 0 at the end of the stream; <see cref="WouldBlock"/>; or <see cref="Failed"/>.</returns>
    int Receive(int socket, Span<byte> buffer);

    /// <summary>Sends as many bytes as the system takes.</summary>
    /// <returns>The number of bytes; <see cref="WouldBlock"/> if it takes none now; or <see cref="Failed"/>.</returns>
    int Send(int socket, ReadOnlySpan<byte> bytes);

    /// <summary>Shuts down the sending side.</summary>
    void EndSending(int socket);

    /// <summary>Closes a socket, which reports no more events.</summary>
    void Close(int socket);

    /// <summary>Gets the bridge's address of a connection; null for a Unix socket.</summary>
    IPEndPoint? GetLocalEndPoint(int socket);

    /// <summary>Gets the client's address of a connection; null for a Unix socket, and after the connection is closed.</summary>
    IPEndPoint? GetRemoteEndPoint(int socket);
}

/// <summary>Lists what a socket is watched for, with the values of epoll.</summary>
[Flags]
internal enum SocketInterest
{
    None = 0,

    /// <summary>Bytes to receive, or a client to accept.</summary>
    Receive = 1,

    /// <summary>Room to send.</summary>
    Send = 4,
}

/// <summary>Holds an event of a watched socket.</summary>
/// <param name="Tag">Identifies the socket.</param>
/// <param name="Ready">What it is ready for.</param>
/// <param name="HasHungUp">Whether the other side has closed the connection or its sending side.</param>
internal readonly record struct SocketEvent(int Tag, SocketInterest Ready, bool HasHungUp);
