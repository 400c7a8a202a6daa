using Microsoft.Extensions.Logging;

namespace Bridge.Doors.Gdb;

/// <summary>Defines the log messages of the doors for debuggers. Ids: 2300s.</summary>
internal static partial class Log
{
    [LoggerMessage(2301, LogLevel.Information, "GDB can attach to the emulator {Emulator} at {Address}")]
    public static partial void Listens(ILogger logger, string emulator, string address);

    [LoggerMessage(2302, LogLevel.Information, "GDB has attached to the emulator {Emulator}, and its game is stopped")]
    public static partial void Attached(ILogger logger, string emulator);

    [LoggerMessage(2303, LogLevel.Information, "GDB has left the emulator {Emulator}: {Reason}")]
    public static partial void Left(ILogger logger, string emulator, string reason);

    [LoggerMessage(2304, LogLevel.Warning, "A connection to the door for GDB of the emulator {Emulator} was closed: {Reason}")]
    public static partial void Refused(ILogger logger, string emulator, string reason);

    [LoggerMessage(2305, LogLevel.Error, "GDB has left the emulator {Emulator} because of an internal error of the bridge")]
    public static partial void Failed(ILogger logger, string emulator, Exception exception);

    [LoggerMessage(2306, LogLevel.Warning, "The door for GDB of the emulator {Emulator} can't accept a connection")]
    public static partial void NotAccepted(ILogger logger, string emulator, Exception exception);
}
