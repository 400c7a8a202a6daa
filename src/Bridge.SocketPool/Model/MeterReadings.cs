namespace Bridge.SocketPool.Model;

/// <summary>Holds the meters of an emulator. Counters start at 0 with the bridge.</summary>
/// <param name="FramesPerSecond">
/// Frames per second over the last five seconds. Null until replies span 0.4 s after a connect, and while it does not respond.
/// </param>
/// <param name="RoundTrip">
/// The round-trip time of the latest ping. Null before the first reply, and while the emulator does not respond.
/// </param>
/// <param name="InFlight">Requests in flight, or waiting for their turn to be sent.</param>
/// <param name="QueuedBytes">Bytes in the send queues.</param>
/// <param name="OpenConnections">Usable connections.</param>
/// <param name="Reconnects">How often a connection was reestablished after a break.</param>
/// <param name="WindowUsed">
/// The fraction of the script's time for requests that was used in the last second or so, 0 to 1. Null while it is unknown: for up to two
/// seconds after the meters are first read.
/// </param>
/// <param name="BytesReceived">Bytes received from the script.</param>
/// <param name="BytesSent">Bytes sent to the script.</param>
/// <param name="Requests">Requests that have ended. Each attempt counts, and so do requests that could not be sent.</param>
/// <param name="Failed">Ended requests without a successful reply: refused by the script, lost, timed out, or not sent.</param>
/// <param name="Median">
/// The median duration of successful requests in the last ten seconds, without those that wait for frames; null if there were none.
/// </param>
/// <param name="P99">The 99th percentile of the same durations.</param>
public sealed record MeterReadings(
    double? FramesPerSecond, TimeSpan? RoundTrip, int InFlight, long QueuedBytes, int OpenConnections, long Reconnects, double? WindowUsed,
    long BytesReceived, long BytesSent, long Requests, long Failed, TimeSpan? Median, TimeSpan? P99);
