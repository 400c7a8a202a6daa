using System.Diagnostics;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>Holds what the meters need of one exchange.</summary>
/// <param name="Command">The command's name on the wire.</param>
/// <param name="StartedAt">When it started, as a timestamp of the clock.</param>
/// <param name="TakesFrames">Whether the reply has to wait for frames.</param>
/// <param name="Caller">The parent span; null if tracing is off.</param>
internal readonly record struct ExchangeReading(string Command, long StartedAt, bool TakesFrames, Activity? Caller);
