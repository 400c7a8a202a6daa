using Bridge.Api.Errors;

namespace Bridge.Api.Diagnostics;

/// <summary>Every log message of this assembly. Ids: 2000s requests, 2100s the program.</summary>
internal static partial class Log
{
    [LoggerMessage(2001, LogLevel.Debug, "{Method} {Path} answered {Status} in {Milliseconds:0.0} ms")]
    public static partial void Request(ILogger logger, string method, PathString path, int status, double milliseconds);

    [LoggerMessage(2002, LogLevel.Warning,
        "{Method} {Path} failed with {Status} in {Milliseconds:0.0} ms: emulator {Emulator}, command {Command}, {Stage}")]
    public static partial void Failed(
        ILogger logger, string method, PathString path, int status, double milliseconds, string emulator, string? command, string? stage);

    [LoggerMessage(2003, LogLevel.Warning, "{Method} {Path} was slow: {Status} in {Milliseconds:0.0} ms, emulator {Emulator}")]
    public static partial void Slow(ILogger logger, string method, PathString path, int status, double milliseconds, string emulator);

    [LoggerMessage(2004, LogLevel.Information,
        "In the last minute {Requests} requests, {Failures} failed, mean {Mean:0.00} ms, slowest {Slowest:0.0} ms")]
    public static partial void Summary(ILogger logger, long requests, long failures, double mean, double slowest);

    [LoggerMessage(2005, LogLevel.Error, "{Method} {Path} met an error of the bridge itself")]
    public static partial void Unexpected(ILogger logger, string method, PathString path, Exception exception);

    [LoggerMessage(2006, LogLevel.Warning, "{Path} can't be used")]
    public static partial void StorageFailed(ILogger logger, string path, Exception exception);

    [LoggerMessage(2007, LogLevel.Warning, "Raw {Command} failed with {Problem} in {Milliseconds:0.0} ms: emulator {Emulator}")]
    public static partial void RawFailed(ILogger logger, string? command, string problem, double milliseconds, string? emulator);

    [LoggerMessage(2008, LogLevel.Error, "Raw {Command} met an error of the bridge itself")]
    public static partial void RawUnexpected(ILogger logger, string? command, Exception exception);

    [LoggerMessage(2009, LogLevel.Warning, "The raw door takes nobody new for a second: the system has no room for another connection")]
    public static partial void RawFull(ILogger logger);

    [LoggerMessage(2010, LogLevel.Error, "The raw door has failed and closed its clients; it is served again in {Milliseconds} ms")]
    public static partial void RawBroken(ILogger logger, double milliseconds, Exception exception);

    [LoggerMessage(2012, LogLevel.Error, "A client of the raw door was closed because of an error of the bridge itself")]
    public static partial void RawClientDropped(ILogger logger, Exception exception);

    [LoggerMessage(2013, LogLevel.Critical, "{Sentence}")]
    public static partial void RawGivenUp(ILogger logger, string sentence);

    [LoggerMessage(2014, LogLevel.Warning,
        "{Count} files in the folder of ROMs can't be loaded because their names are not valid UTF-8; one of them is {Name}")]
    public static partial void UnreadableNames(ILogger logger, int count, string name);

    [LoggerMessage(2105, LogLevel.Information, "The raw door is at {Place}")]
    public static partial void RawListens(ILogger logger, string place);

    [LoggerMessage(2106, LogLevel.Warning,
        "The kernel or a sandbox doesn't let the bridge look up which account opens a connection, so every account of this machine "
        + "may use the bridge; a token (Bridge:Tokens) keeps them out")]
    public static partial void AccountsUnknown(ILogger logger);

    [LoggerMessage(2101, LogLevel.Information, "Stopping on {Signal}")]
    public static partial void Stopping(ILogger logger, System.Runtime.InteropServices.PosixSignal signal);

    [LoggerMessage(2102, LogLevel.Information, "Not ready any more; everything else is served for {Seconds} s")]
    public static partial void Draining(ILogger logger, double seconds);

    [LoggerMessage(2103, LogLevel.Information, "Ending what is still under way")]
    public static partial void EndingRequests(ILogger logger);

    [LoggerMessage(2104, LogLevel.Debug, "Quiet after much work: {Before} KiB of heap are {After} KiB now, in {Milliseconds:0.0} ms")]
    public static partial void Collected(ILogger logger, long before, long after, double milliseconds);
}
