using System.Net;

namespace Bridge.Doors.Listening;

/// <summary>A datagram that waits.</summary>
/// <param name="Sender">Who sent it, if the sender is honest.</param>
/// <param name="Bytes">What it has; at least one byte.</param>
/// <param name="Received">When it came, as a timestamp of the clock.</param>
internal readonly record struct Datagram(IPEndPoint Sender, byte[] Bytes, long Received);
