using System.Net.Sockets;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>Defines the log messages of this assembly. Ids: 1000s connections.</summary>
internal static partial class Log
{
    [LoggerMessage(1001, LogLevel.Information, "Emulator {Emulator} responds at {Address}")]
    public static partial void Connected(ILogger logger, string emulator, string address);

    [LoggerMessage(1002, LogLevel.Warning, "Emulator {Emulator} at {Address} is now {State}: {Reason}")]
    public static partial void Lost(ILogger logger, string emulator, string address, EmulatorState state, string reason);

    [LoggerMessage(1004, LogLevel.Warning, "The bridge connects to emulator {Emulator} without a secret. {Problem}")]
    public static partial void KeyFileUnused(ILogger logger, string emulator, string problem);

    [LoggerMessage(1003, LogLevel.Warning, "The program at the address of emulator {Emulator} refuses the connection: {Status}")]
    public static partial void Refused(ILogger logger, string emulator, string status);

    [LoggerMessage(1006, LogLevel.Error, "An unexpected error about the emulator {Emulator}: {Consequence}")]
    public static partial void Unexpected(ILogger logger, string emulator, string consequence, Exception exception);

    [LoggerMessage(1005, LogLevel.Debug, "This system refuses the socket option {Option} ({Error}); the bridge connects without it")]
    public static partial void OptionRefused(ILogger logger, string option, SocketError error);
}
