using System.Diagnostics;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>What is measured of one exchange.</summary>
/// <param name="Command">The command's name on the wire.</param>
/// <param name="Began">When it began, as a timestamp of the clock.</param>
/// <param name="TakesFrames">Whether its command waits for frames before it is answered.</param>
/// <param name="Caller">What it is traced under; null when it isn't.</param>
internal readonly record struct ExchangeReading(string Command, long Began, bool TakesFrames, Activity? Caller);
