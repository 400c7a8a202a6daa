using System.Net;
using Bridge.Api.Events;

namespace Bridge.Api.Raw;

/// <summary>
/// What the door asks of the system: sockets that never block, and one wait for all of them. The program has the kernel's (<see cref="EpollSystem"/>);
/// the benchmark of what a client costs has one in memory, where there are more clients than a process may have files.
/// </summary>
internal interface IDoorSystem : IDisposable
{
    /// <summary>Waits until something has happened to a socket, <see cref="Wake"/> was called, or the time is over.</summary>
    /// <param name="happened">What has happened.</param>
    /// <param name="milliseconds">-1: without an end.</param>
    /// <returns>How many of <paramref name="happened"/> there are.</returns>
    int Wait(Span<DoorEvent> happened, int milliseconds);

    /// <summary>Ends a wait, or the next one at once. The only one that may be called from any thread, and after the end, when it does nothing.</summary>
    void Wake();

    /// <summary>Watches a socket.</summary>
    /// <param name="socket">Which one.</param>
    /// <param name="tag">What its events are told under.</param>
    /// <param name="interest">What is waited for, besides that the other side hangs up.</param>
    /// <param name="isNew">Whether it is watched for the first time.</param>
    /// <returns>False when the system refuses.</returns>
    bool Watch(int socket, int tag, DoorInterest interest, bool isNew);

    /// <summary>Takes the next client that waits.</summary>
    /// <returns>Its socket; <see cref="NothingThere"/>; or <see cref="Broken"/> when the system has no room for another one.</returns>
    int Accept(int listener);

    /// <summary>Takes what has come.</summary>
    /// <returns>Bytes; 0 at the end; <see cref="NothingThere"/>; or <see cref="Broken"/>.</returns>
    int Receive(int socket, Span<byte> buffer);

    /// <summary>Sends as much as the system takes.</summary>
    /// <returns>Bytes; <see cref="NothingThere"/> when it takes nothing just now; or <see cref="Broken"/>.</returns>
    int Send(int socket, ReadOnlySpan<byte> bytes);

    /// <summary>Tells the other side that nothing more comes.</summary>
    void EndSending(int socket);

    /// <summary>Closes it; nothing more is told of it.</summary>
    void Close(int socket);

    /// <summary>Gets the bridge's end of a connection; null over a socket in the file system.</summary>
    IPEndPoint? OwnEndOf(int socket);

    /// <summary>Gets the client's end; null over a socket in the file system, and once the connection is closed.</summary>
    IPEndPoint? PeerOf(int socket);

    const int NothingThere = -1;
    const int Broken = -2;
}

/// <summary>What is waited for at a socket.</summary>
[Flags]
internal enum DoorInterest
{
    None = 0,

    /// <summary>That there is something to receive, or a client to accept.</summary>
    Receive = 1,

    /// <summary>That the system takes bytes again.</summary>
    Send = 4,
}

/// <summary>What has happened at a socket.</summary>
/// <param name="Tag">The one it is watched under.</param>
/// <param name="Ready">What can be done.</param>
/// <param name="HasHungUp">Whether the other side sends nothing more.</param>
internal readonly record struct DoorEvent(int Tag, DoorInterest Ready, bool HasHungUp);
