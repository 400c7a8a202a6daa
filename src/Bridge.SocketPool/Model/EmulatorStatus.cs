namespace Bridge.SocketPool.Model;

/// <summary>Holds what the bridge knows about an emulator without asking it.</summary>
/// <param name="State">The emulator's state.</param>
/// <param name="Frame">The frame of the last reply; -1 before the first one.</param>
/// <param name="FramesPerSecond">Frames per second over the last five seconds; 0 if the game is not running, and until it is known.</param>
/// <param name="Facts">The last facts from the script; null before the first hello.</param>
/// <param name="OpenConnections">Usable connections.</param>
/// <param name="InFlight">Requests in flight on them, or waiting for their turn to be sent.</param>
/// <param name="RoundTrip">The round-trip time of the latest ping; zero before the first one.</param>
public sealed record EmulatorStatus(
    EmulatorState State, long Frame, double FramesPerSecond, EmulatorFacts? Facts, int OpenConnections, int InFlight, TimeSpan RoundTrip);
