using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Loop;

/// <summary>Defines the log messages of the listener. Ids: 2000s, shared with the bridge's HTTP requests.</summary>
internal static partial class Log
{
    [LoggerMessage(2007, LogLevel.Warning, "Raw {Command} failed with {Problem} in {Milliseconds:0.0} ms: emulator {Emulator}")]
    public static partial void Failed(ILogger logger, string? command, string problem, double milliseconds, string? emulator);

    [LoggerMessage(2008, LogLevel.Error, "Raw {Command} failed because of an internal error of the bridge")]
    public static partial void Unexpected(ILogger logger, string? command, Exception exception);

    [LoggerMessage(2009, LogLevel.Warning,
        "The raw listener accepts no clients for a second: the system has no resources for another connection")]
    public static partial void NoRoom(ILogger logger);

    [LoggerMessage(2010, LogLevel.Error, "The raw listener failed and closed its clients; it restarts in {Milliseconds} ms")]
    public static partial void LoopFailed(ILogger logger, double milliseconds, Exception exception);

    [LoggerMessage(2012, LogLevel.Error, "The raw listener closed a client because of an internal error of the bridge")]
    public static partial void ClientDropped(ILogger logger, Exception exception);

    [LoggerMessage(2105, LogLevel.Information, "The raw listener listens on {Place}")]
    public static partial void Listens(ILogger logger, string place);
}
