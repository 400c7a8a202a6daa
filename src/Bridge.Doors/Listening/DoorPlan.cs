using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging;

namespace Bridge.Doors.Listening;

/// <summary>What a door needs to open.</summary>
/// <param name="Emulator">The emulator.</param>
/// <param name="Address">Where it listens; with port 0 at a free one.</param>
/// <param name="Access">What its clients may do.</param>
/// <param name="Refuse">Returns why a connection is refused, for the log; null: it isn't. Must not block.</param>
/// <param name="Time">The clock for timeouts.</param>
/// <param name="Logger">Receives which clients connect and leave.</param>
public sealed record DoorPlan(
    EmulatorClient Emulator, IPEndPoint Address, DoorAccess Access, Func<Socket, string?> Refuse, TimeProvider Time, ILogger Logger)
{
    /// <summary>
    /// Gets a function that returns why a datagram from the first address to the second one is ignored, for the log; null: it isn't. Must
    /// not block.
    /// </summary>
    public Func<IPEndPoint, IPEndPoint, string?> RefuseSender { get; init; } = static (_, _) => null;

    /// <summary>Gets the full path of the folder in which clients store pictures; null: there is none.</summary>
    public string? ScreenshotFolder { get; init; }
}
