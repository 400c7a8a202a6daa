using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text;
using Bridge.Api.Server.Files;
using Bridge.SocketPool;

namespace Bridge.Api.Features.OnDemand;

/// <summary>The running process of one emulator. It goes on when the bridge ends.</summary>
internal sealed class HostProcess : IDisposable
{
    private const int LastLineBytes = 2048;
    private const string NoLines = "it wrote nothing";

    // EXIT_WRONG_MODEL in emulator/host/failure.h.
    private const int WrongModel = 4;

    private static readonly TimeSpan TimeToListen = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(2);

    // How often the bridge looks whether a process that another bridge started has ended: no system call waits for it as for a child.
    private static readonly TimeSpan TimeBetweenLooks = TimeSpan.FromMilliseconds(200);

    private readonly ProcessHandle _handle;
    private readonly TimeProvider _time;
    private readonly Process? _child;

    /// <summary>Takes a process that this bridge started.</summary>
    public HostProcess(Process process, string secret, string folder, TimeProvider time)
        : this(process.Id, ProcessHandle.Open(process.Id), process.WaitForExitAsync(), secret, folder, time) => _child = process;

    private HostProcess(int id, ProcessHandle handle, Task ended, string secret, string folder, TimeProvider time) =>
        (Id, _handle, Ended, _time, Secret, Folder) = (id, handle, ended, time, secret, folder);

    public int Id { get; }

    /// <summary>Gets when it started, in ticks of the system's clock since the boot; with the id it identifies the process.</summary>
    public long? StartedAt => _handle.StartedAt;

    /// <summary>Gets the secret of its script.</summary>
    public string Secret { get; }

    /// <summary>Gets or sets its folder.</summary>
    public string Folder { get; set; }

    /// <summary>Gets the path of the Unix socket where its script listens.</summary>
    public string SocketPath => Path.Combine(Folder, HostProgram.Socket);

    /// <summary>Gets a task that completes when it has ended.</summary>
    public Task Ended { get; }

    /// <summary>Gets whether it runs. <see cref="Ended"/> completes later.</summary>
    public bool IsRunning => _handle.IsRunning;

    /// <summary>Gets whether it has ended because the game can't run on the model of the request; its last line says so.</summary>
    public bool CannotHaveModel => _child is { HasExited: true, ExitCode: WrongModel };

    /// <summary>Returns the process with this id if it is the one that started then; null if that one has ended.</summary>
    public static HostProcess? Find(int id, long startedAt, string secret, string folder, TimeProvider time)
    {
        var handle = ProcessHandle.Open(id);
        if (handle.StartedAt == startedAt)
            return new HostProcess(id, handle, EndOfAsync(handle, time), secret, folder, time);
        handle.Dispose();
        return null;
    }

    /// <summary>Returns the process with this id if it runs in a folder, to end it; null if it has ended.</summary>
    /// <param name="id">The id of the process.</param>
    /// <param name="folder">The full path of the folder.</param>
    /// <param name="arguments">The arguments that it has.</param>
    /// <param name="time">The clock.</param>
    [SupportedOSPlatform("linux")]
    public static HostProcess? Find(int id, string folder, IReadOnlyList<string> arguments, TimeProvider time)
    {
        var handle = ProcessHandle.Open(id);
        if (handle.IsRunning && RunningHosts.IsIn(id, folder, arguments))
            return new HostProcess(id, handle, EndOfAsync(handle, time), "", folder, time);
        handle.Dispose();
        return null;
    }

    /// <summary>Waits until its script listens.</summary>
    /// <returns>False: it has ended, or it takes too long.</returns>
    public async Task<bool> ListensAsync(CancellationToken cancellationToken)
    {
        var began = _time.GetTimestamp();
        while (!Ended.IsCompleted && _time.GetElapsedTime(began) < TimeToListen)
        {
            if (await EmulatorClient.ListensAsync(SocketPath, cancellationToken))
                return true;
            await Task.Delay(TimeSpan.FromMilliseconds(5), _time, cancellationToken);
        }

        return false;
    }

    /// <summary>Stops the game until <see cref="Resume"/>. It then takes no processor time.</summary>
    public void Pause() => Send(ProcessSignal.TogglePause);

    public void Resume() => Send(ProcessSignal.Resume);

    /// <summary>Ends it: with its save written, unless it doesn't respond.</summary>
    public async Task EndAsync()
    {
        Send(ProcessSignal.Terminate);
        await Task.WhenAny(Ended, Task.Delay(TimeToEnd, _time));
        Send(ProcessSignal.Kill);
        await Ended;
    }

    /// <summary>Returns the end of its output, as one line.</summary>
    public string LastLines()
    {
        try
        {
            // Not a pipe in its place: opening one would wait for a writer.
            using var folder = SafeFolder.Open(Folder);
            if (folder.Look(HostProgram.LogFile).Kind is not EntryKind.File)
                return NoLines;
            using var log = new FileStream(
                Path.Combine(Folder, HostProgram.LogFile), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            log.Position = Math.Max(0, log.Length - LastLineBytes);
            using var reader = new StreamReader(log, Encoding.UTF8);
            var lines = reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            return lines.Length == 0 ? NoLines : ForeignText.Clean(string.Join(" ", lines.TakeLast(3)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return NoLines;
        }
    }

    public void Dispose()
    {
        _handle.Dispose();
        _child?.Dispose();
    }

    private void Send(int signal)
    {
        if (!Ended.IsCompleted)
            _handle.Send(signal);
    }

    private static async Task EndOfAsync(ProcessHandle handle, TimeProvider time)
    {
        while (handle.IsRunning)
            await Task.Delay(TimeBetweenLooks, time);
    }
}
