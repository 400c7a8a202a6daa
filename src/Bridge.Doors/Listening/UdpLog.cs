using Microsoft.Extensions.Logging;

namespace Bridge.Doors.Listening;

/// <summary>Defines the log messages of doors over UDP. Ids: 2310s.</summary>
internal static partial class UdpLog
{
    [LoggerMessage(2311, LogLevel.Warning, "{Count} datagrams of {Tool} to the emulator {Emulator} were ignored. The latest: {Reason}")]
    public static partial void Ignored(ILogger logger, long count, string tool, string emulator, string reason, Exception? exception);
}
