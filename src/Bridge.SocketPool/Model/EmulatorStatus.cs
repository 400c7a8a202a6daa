namespace Bridge.SocketPool.Model;

/// <summary>What is known of an emulator at this moment, without asking it.</summary>
/// <param name="State">What it does.</param>
/// <param name="Frame">The frame of its latest sign of life; -1 before the first one.</param>
/// <param name="FramesPerSecond">Over the last five seconds; 0 while it is not running.</param>
/// <param name="Facts">What its script said last; null before the first hello.</param>
/// <param name="OpenConnections">Connections that can be used.</param>
/// <param name="InFlight">Requests in flight on them.</param>
/// <param name="RoundTrip">From the latest ping to its answer.</param>
public sealed record EmulatorStatus(
    EmulatorState State, long Frame, double FramesPerSecond, EmulatorFacts? Facts, int OpenConnections, int InFlight, TimeSpan RoundTrip);
