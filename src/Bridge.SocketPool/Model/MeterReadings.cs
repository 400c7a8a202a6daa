namespace Bridge.SocketPool.Model;

/// <summary>What the meters of an emulator show. Counters begin with the bridge.</summary>
/// <param name="FramesPerSecond">Over the last five seconds; null while there is no emulator.</param>
/// <param name="RoundTrip">From the latest ping to its answer; null while nothing answers.</param>
/// <param name="InFlight">Requests in flight.</param>
/// <param name="QueuedBytes">Bytes that wait to be sent.</param>
/// <param name="OpenConnections">Connections that can be used.</param>
/// <param name="Reconnects">How often a connection was made anew after one had broken.</param>
/// <param name="WindowUsed">
/// How much of the time that the script has for requests they took during the last second or so, 0 to 1; null while that isn't known: up to
/// two seconds after the meters were first looked at.
/// </param>
/// <param name="BytesReceived">From the script.</param>
/// <param name="BytesSent">To the script.</param>
/// <param name="Requests">Requests that have ended, each attempt of one that was repeated; those that could not be sent, too.</param>
/// <param name="Failed">Those without a good reply: refused by the script, lost, out of time, or not sent.</param>
/// <param name="Median">
/// How long half of the good ones of the last ten seconds took at most, without those that wait for frames; null without any.
/// </param>
/// <param name="P99">The same of 99 out of 100.</param>
public sealed record MeterReadings(
    double? FramesPerSecond, TimeSpan? RoundTrip, int InFlight, long QueuedBytes, int OpenConnections, long Reconnects, double? WindowUsed,
    long BytesReceived, long BytesSent, long Requests, long Failed, TimeSpan? Median, TimeSpan? P99);
