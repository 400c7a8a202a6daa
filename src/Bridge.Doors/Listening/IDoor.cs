using System.Net;
using Bridge.SocketPool;

namespace Bridge.Doors.Listening;

/// <summary>A port at which clients of another tool's protocol find the game of one emulator. Disposing closes it.</summary>
public interface IDoor : IAsyncDisposable
{
    /// <summary>Gets the emulator.</summary>
    EmulatorClient Emulator { get; }

    /// <summary>Gets where it listens.</summary>
    IPEndPoint Address { get; }

    /// <summary>Gets what its clients may do.</summary>
    DoorAccess Access { get; }

    /// <summary>Gets whether a client has it.</summary>
    bool IsConnected { get; }
}
