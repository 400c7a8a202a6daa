using Microsoft.Extensions.Logging;

namespace Bridge.Doors.Listening;

/// <summary>Defines the log messages of all doors. Ids: 2300s.</summary>
internal static partial class Log
{
    [LoggerMessage(2301, LogLevel.Information, "The emulator {Emulator} is open for {Tool} at {Address}")]
    public static partial void Listens(ILogger logger, string emulator, string tool, string address);

    [LoggerMessage(2302, LogLevel.Information, "{Tool} has connected to the emulator {Emulator}")]
    public static partial void Connected(ILogger logger, string tool, string emulator);

    [LoggerMessage(2303, LogLevel.Information, "{Tool} has left the emulator {Emulator}: {Reason}")]
    public static partial void Left(ILogger logger, string tool, string emulator, string reason);

    [LoggerMessage(2304, LogLevel.Warning, "A connection for {Tool} to the emulator {Emulator} was closed: {Reason}")]
    public static partial void Refused(ILogger logger, string tool, string emulator, string reason);

    [LoggerMessage(2305, LogLevel.Error, "{Tool} has left the emulator {Emulator} because of an internal error of the bridge")]
    public static partial void Failed(ILogger logger, string tool, string emulator, Exception exception);

    [LoggerMessage(2306, LogLevel.Warning, "The port for {Tool} of the emulator {Emulator} can't accept a connection")]
    public static partial void NotAccepted(ILogger logger, string tool, string emulator, Exception exception);
}
