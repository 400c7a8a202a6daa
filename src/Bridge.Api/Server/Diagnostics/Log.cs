namespace Bridge.Api.Server.Diagnostics;

/// <summary>Defines every log message of this assembly. Ids: 2000s requests, 2100s the program, 2200s the fleet, 2300s doors.</summary>
internal static partial class Log
{
    [LoggerMessage(2001, LogLevel.Debug, "{Method} {Path} responded {Status} in {Milliseconds:0.0} ms")]
    public static partial void Request(ILogger logger, string method, PathString path, int status, double milliseconds);

    [LoggerMessage(2002, LogLevel.Warning,
        "{Method} {Path} failed with {Status} in {Milliseconds:0.0} ms: emulator {Emulator}, command {Command}, {Failure}")]
    public static partial void CommandFailed(
        ILogger logger, string method, PathString path, int status, double milliseconds, string emulator, string? command, string failure);

    [LoggerMessage(2011, LogLevel.Warning, "{Method} {Path} failed with {Status} in {Milliseconds:0.0} ms: emulator {Emulator}")]
    public static partial void Failed(ILogger logger, string method, PathString path, int status, double milliseconds, string emulator);

    [LoggerMessage(2003, LogLevel.Warning, "{Method} {Path} was slow: {Status} in {Milliseconds:0.0} ms, emulator {Emulator}")]
    public static partial void Slow(ILogger logger, string method, PathString path, int status, double milliseconds, string emulator);

    [LoggerMessage(2004, LogLevel.Information,
        "In the last minute {Requests} requests, {Failures} failed, mean {Mean:0.00} ms, slowest {Slowest:0.0} ms")]
    public static partial void Summary(ILogger logger, long requests, long failures, double mean, double slowest);

    [LoggerMessage(2005, LogLevel.Error, "{Method} {Path} failed because of an internal error of the bridge")]
    public static partial void Unexpected(ILogger logger, string method, PathString path, Exception exception);

    [LoggerMessage(2006, LogLevel.Warning, "The bridge can't use {Path}")]
    public static partial void StorageFailed(ILogger logger, string path, Exception exception);

    [LoggerMessage(2017, LogLevel.Warning, "The inputs that led to a state of the emulator {Emulator} can't be kept; the state is")]
    public static partial void InputsNotKept(ILogger logger, string emulator, Exception exception);

    [LoggerMessage(2016, LogLevel.Error, "The clip {Clip} failed because of an internal error of the bridge")]
    public static partial void ClipFailed(ILogger logger, string clip, Exception exception);

    [LoggerMessage(2014, LogLevel.Warning,
        "The bridge can't load {Count} files in the ROM folder, because their names are not valid UTF-8, for example {Name}")]
    public static partial void UnreadableNames(ILogger logger, int count, string name);

    [LoggerMessage(2107, LogLevel.Information, "Found a script at 127.0.0.1:{Port}: the emulator {Emulator}")]
    public static partial void ScriptFound(ILogger logger, int port, string emulator);

    [LoggerMessage(2108, LogLevel.Warning, "The emulator {Emulator} has ended and is started again. Its last lines: {Lines}")]
    public static partial void HostDied(ILogger logger, string emulator, string lines);

    [LoggerMessage(2109, LogLevel.Information, "Took over the emulator {Emulator}, process {Process}")]
    public static partial void HostAdopted(ILogger logger, string emulator, int process);

    [LoggerMessage(2115, LogLevel.Warning, "Ends the emulator {Emulator}, process {Process}, which can't be taken over. {Reason}")]
    public static partial void HostNotAdopted(ILogger logger, string emulator, int process, string reason);

    [LoggerMessage(2116, LogLevel.Warning, "The record of the emulator {Emulator} is damaged, so the emulator is ended. {Reason}")]
    public static partial void RecordDamaged(ILogger logger, string emulator, string reason);

    [LoggerMessage(2131, LogLevel.Information, "The vector {Vector} has ended by itself. Its last lines: {Lines}")]
    public static partial void VectorEnded(ILogger logger, string vector, string lines);

    [LoggerMessage(2132, LogLevel.Information, "Took over the vector {Vector}, process {Process}")]
    public static partial void VectorAdopted(ILogger logger, string vector, int process);

    [LoggerMessage(2133, LogLevel.Warning, "The record of the vector {Vector} is damaged, so the vector is ended. {Reason}")]
    public static partial void VectorRecordDamaged(ILogger logger, string vector, string reason);

    [LoggerMessage(2110, LogLevel.Information, "The lease of the emulator {Emulator} has ended")]
    public static partial void LeaseEnded(ILogger logger, string emulator);

    [LoggerMessage(2121, LogLevel.Warning,
        "The emulator {Emulator} has another lease, which its script may not know; that counts only without a bridge. {Reason}")]
    public static partial void LeaseNotSent(ILogger logger, string emulator, string reason);

    [LoggerMessage(2111, LogLevel.Warning, "The last state of the emulator {Emulator} was not kept: {Reason}")]
    public static partial void NoLastState(ILogger logger, string emulator, string reason);

    [LoggerMessage(2112, LogLevel.Warning, "No emulator could be started in advance: {Reason}")]
    public static partial void NoWarmHost(ILogger logger, string reason);

    [LoggerMessage(2113, LogLevel.Warning, "{Reason}")]
    public static partial void NoHostFolder(ILogger logger, string reason);

    [LoggerMessage(2114, LogLevel.Warning,
        "The folder for emulators has {Count} folders that no bridge created, like {Folder}; the bridge leaves them alone")]
    public static partial void ForeignFolders(ILogger logger, int count, string folder);

    [LoggerMessage(2015, LogLevel.Error, "The tool {Tool} failed because of an internal error of the bridge")]
    public static partial void ToolFailed(ILogger logger, string tool, Exception exception);

    [LoggerMessage(2120, LogLevel.Error, "{Work} failed because of an unexpected error, and goes on")]
    public static partial void WorkFailed(ILogger logger, string work, Exception exception);

    [LoggerMessage(2117, LogLevel.Warning, "The script at 127.0.0.1:{Port} does not become an emulator: {Reason}")]
    public static partial void ScriptNotUsed(ILogger logger, int port, string reason);

    [LoggerMessage(2118, LogLevel.Error,
        "The bridge has no file descriptors for more connections to {Address}: clients wait until others disconnect, or until the limit "
        + "is higher (ulimit -n, LimitNOFILE)")]
    public static partial void NoDescriptors(ILogger logger, string? address);

    [LoggerMessage(2119, LogLevel.Warning, "Changes of the settings are used only after a restart. {Reason}")]
    public static partial void SettingsNotFollowed(ILogger logger, string reason);

    [LoggerMessage(2106, LogLevel.Warning,
        "The kernel or a sandbox does not let the bridge look up which account opens a connection, so every account of this machine "
        + "may use the bridge; set a token (Bridge:Tokens) to prevent that")]
    public static partial void AccountsUnknown(ILogger logger);

    [LoggerMessage(2101, LogLevel.Information, "Stopping on {Signal}")]
    public static partial void Stopping(ILogger logger, System.Runtime.InteropServices.PosixSignal signal);

    [LoggerMessage(2102, LogLevel.Information, "Readiness is off; the bridge serves all other requests for {Seconds} s")]
    public static partial void Draining(ILogger logger, double seconds);

    [LoggerMessage(2103, LogLevel.Information, "Cancelling the remaining requests")]
    public static partial void EndingRequests(ILogger logger);

    [LoggerMessage(2104, LogLevel.Debug, "Trimmed idle memory: the heap shrank from {Before} KiB to {After} KiB in {Milliseconds:0.0} ms")]
    public static partial void Collected(ILogger logger, long before, long after, double milliseconds);

    [LoggerMessage(2221, LogLevel.Warning, "Ended this host's copy of the emulator {Emulator}, because another host has it")]
    public static partial void CopyEnded(ILogger logger, string emulator);

    [LoggerMessage(2222, LogLevel.Warning, "The emulator {Emulator} of the lost host {Host} goes on here from frame {Frame}")]
    public static partial void TakenOver(ILogger logger, string emulator, string host, long frame);

    [LoggerMessage(2223, LogLevel.Warning, "The emulator {Emulator} of a lost host could not be started here: {Reason}")]
    public static partial void NotTakenOver(ILogger logger, string emulator, string reason);

    [LoggerMessage(2224, LogLevel.Warning, "The checkpoint of the emulator {Emulator} was not saved: {Reason}")]
    public static partial void NoCheckpoint(ILogger logger, string emulator, string reason);

    [LoggerMessage(2226, LogLevel.Warning,
        "How the emulator {Emulator} comes back on another host was not written down here; etcd has it. {Reason}")]
    public static partial void CheckpointNotKept(ILogger logger, string emulator, string reason);

    [LoggerMessage(2227, LogLevel.Warning,
        "What was written down of how the emulator {Emulator} comes back is damaged; what etcd has counts. {Reason}")]
    public static partial void CheckpointDamaged(ILogger logger, string emulator, string reason);

    [LoggerMessage(2225, LogLevel.Information, "The drained host ends its {Count} emulators")]
    public static partial void HostDrained(ILogger logger, int count);

    [LoggerMessage(2201, LogLevel.Warning, "{Sentence} Emulators are served all the same; chosen names have to wait")]
    public static partial void EtcdUnreachable(ILogger logger, string sentence);

    [LoggerMessage(2202, LogLevel.Information, "etcd serves this host again")]
    public static partial void EtcdReached(ILogger logger);

    [LoggerMessage(2203, LogLevel.Warning, "The lease of this host has ended in etcd; the bridge gets another one")]
    public static partial void FleetLeaseLost(ILogger logger);

    [LoggerMessage(2204, LogLevel.Error, "This host is not in the fleet. {Sentence}")]
    public static partial void FleetIdTaken(ILogger logger, string sentence);

    [LoggerMessage(2205, LogLevel.Information, "Reading all hosts from etcd again. {Sentence}")]
    public static partial void FleetResync(ILogger logger, string sentence);

    [LoggerMessage(2307, LogLevel.Warning, "The emulator {Emulator} is not open for a tool. {Sentence}")]
    public static partial void DoorNotOpened(ILogger logger, string emulator, string sentence);

    [LoggerMessage(2206, LogLevel.Warning,
        "The emulator {Emulator} has lost its name while this host had no lease in etcd: {Holder} has the name")]
    public static partial void FleetNameLost(ILogger logger, string emulator, string holder);
}
