using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Diagnostics;

/// <summary>Defines the log messages of the listener. Ids: 2000s, shared with the bridge's HTTP requests.</summary>
internal static partial class Log
{
    [LoggerMessage(2007, LogLevel.Warning, "Raw {Command} failed with {Problem} in {Milliseconds:0.0} ms: emulator {Emulator}")]
    public static partial void Failed(ILogger logger, string? command, string problem, double milliseconds, string? emulator);

    [LoggerMessage(2008, LogLevel.Error, "Raw {Command} failed because of an internal error of the bridge")]
    public static partial void Unexpected(ILogger logger, string? command, Exception exception);

    [LoggerMessage(2012, LogLevel.Error, "The raw listener closed a client because of an internal error of the bridge")]
    public static partial void ClientDropped(ILogger logger, Exception exception);

    [LoggerMessage(2105, LogLevel.Information, "The raw listener listens on {Place}")]
    public static partial void Listens(ILogger logger, string place);
}
