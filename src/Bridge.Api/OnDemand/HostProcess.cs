using System.Diagnostics;
using System.Globalization;
using System.Text;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.OnDemand;

/// <summary>The running process of one emulator. It goes on when the bridge ends.</summary>
internal sealed class HostProcess : IDisposable
{
    private const int LastLineBytes = 2048;

    private static readonly TimeSpan TimeToListen = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(2);

    private readonly Process _process;
    private readonly TimeProvider _time;

    public HostProcess(Process process, string secret, string folder, TimeProvider time)
    {
        (_process, _time, Secret, Folder) = (process, time, secret, folder);
        Id = process.Id;
        StartedAt = StartOf(Id);
        Ended = process.WaitForExitAsync();
    }

    public int Id { get; }

    /// <summary>Gets when it started, in ticks of the system's clock since the boot; with the id it identifies the process.</summary>
    public long? StartedAt { get; }

    /// <summary>Gets the secret of its script.</summary>
    public string Secret { get; }

    /// <summary>Gets or sets its folder.</summary>
    public string Folder { get; set; }

    /// <summary>Gets the path of the Unix socket where its script listens.</summary>
    public string SocketPath => Path.Combine(Folder, HostProgram.Socket);

    /// <summary>Gets a task that completes when it has ended.</summary>
    public Task Ended { get; }

    /// <summary>Returns the process with this id if it is the one that started then; null if that one has ended.</summary>
    public static HostProcess? Find(int id, long startedAt, string secret, string folder, TimeProvider time)
    {
        if (StartOf(id) != startedAt)
            return null;
        try
        {
            return new HostProcess(Process.GetProcessById(id), secret, folder, time);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            return null;
        }
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
        if (!Ended.IsCompleted)
            _process.Kill();
        await Ended;
    }

    /// <summary>Returns the end of its output, as one line.</summary>
    public string LastLines()
    {
        try
        {
            using var log = new FileStream(
                Path.Combine(Folder, HostProgram.LogFile), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            log.Position = Math.Max(0, log.Length - LastLineBytes);
            using var reader = new StreamReader(log, Encoding.UTF8);
            var lines = reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            return lines.Length == 0 ? "it wrote nothing" : ForeignText.Clean(string.Join(" ", lines.TakeLast(3)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return "it wrote nothing";
        }
    }

    public void Dispose() => _process.Dispose();

    // A process that has ended keeps its id until the runtime has seen its end, so no other process can have it.
    private void Send(int signal)
    {
        if (!Ended.IsCompleted)
            ProcessSignal.Send(Id, signal);
    }

    // The 22nd field (proc(5)). The 2nd is in parentheses and may contain spaces.
    private static long? StartOf(int id)
    {
        try
        {
            var text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/stat"));
            var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            return fields[0] == "Z" ? null : long.Parse(fields[19], CultureInfo.InvariantCulture);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
