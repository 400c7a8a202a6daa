using System.Collections.Concurrent;
using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>The built Bridge.Api program as a process of its own, on a free port.</summary>
public sealed class BridgeProcess : IAsyncDisposable
{
    private readonly ConcurrentQueue<string> _output = new();
    private readonly TaskCompletionSource _listens = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Process _process;

    /// <summary>Starts it with these arguments besides its address, like <c>--Bridge:Emulators:default:Port=8888</c>.</summary>
    public BridgeProcess(params ReadOnlySpan<string> arguments)
        : this(terminal: null, [], [], arguments)
    {
    }

    /// <summary>Starts it with a command before its own, like <c>nice</c>, that becomes the program.</summary>
    public static BridgeProcess StartedBy(string[] command, params ReadOnlySpan<string> arguments) =>
        new(terminal: null, [], command, arguments);

    /// <summary>Starts it with these variables in its environment.</summary>
    public BridgeProcess((string Name, string Value)[] environment, params ReadOnlySpan<string> arguments)
        : this(terminal: null, environment, [], arguments)
    {
    }

    /// <summary>Starts it in this terminal, or in none if it is null.</summary>
    public BridgeProcess(PseudoTerminal? terminal, params ReadOnlySpan<string> arguments)
        : this(terminal, [], [], arguments)
    {
    }

    private BridgeProcess(
        PseudoTerminal? terminal, (string Name, string Value)[] environment, string[] starter, ReadOnlySpan<string> arguments)
    {
        string[] all = [.. starter, .. BridgeProgram.CommandIn(BridgeProgram.Folder), "--urls", Address.ToString(), .. arguments];
        // $0 is the terminal, which becomes the program's controlling one; $@ is the command.
        string[] inTerminal = ["sh", "-c", "exec setsid --ctty \"$@\" <\"$0\" >\"$0\" 2>&1", terminal?.Path ?? ""];
        // A shell may start background processes with signals ignored, and children inherit that.
        string[] withSignals = OperatingSystem.IsLinux() ? ["env", "--default-signal=HUP,INT,QUIT"] : [];
        string[] command = terminal is null ? [.. withSignals, .. all] : [.. withSignals, .. inTerminal, .. all];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = BridgeProgram.Folder,
        };
        foreach (var setting in start.Environment.Keys.Where(key => key.StartsWith("Bridge__", StringComparison.OrdinalIgnoreCase))
            .ToArray())
            start.Environment.Remove(setting);
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        _process = new Process { StartInfo = start, EnableRaisingEvents = true };
        _process.OutputDataReceived += (_, line) => Record(line.Data);
        _process.ErrorDataReceived += (_, line) => Record(line.Data);
        _process.Exited += (_, _) => _listens.TrySetException(new InvalidOperationException($"The bridge has ended:\n{Output}"));
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        terminal?.ReadTo(Record);
    }

    public Uri Address { get; } = new($"http://127.0.0.1:{FreePort.Take()}");

    public int Id => _process.Id;

    /// <summary>Gets all output so far.</summary>
    public string Output => string.Join('\n', _output);

    /// <summary>Gets whether it listens.</summary>
    public bool Listens => _listens.Task.IsCompletedSuccessfully;

    /// <summary>Waits until it listens.</summary>
    public Task ListensAsync() => _listens.Task.WaitAsync(Eventually.Patience);

    /// <summary>Waits for its end.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> EndsAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(Eventually.Patience).ConfigureAwait(false);
        return _process.ExitCode;
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await EndsAsync().ConfigureAwait(false);
        _process.Dispose();
        // An exception that no test has awaited is observed here, so that nothing reports it later.
        _ = _listens.Task.Exception;
    }

    private void Record(string? line)
    {
        if (line is null)
            return;
        _output.Enqueue(line);
        if (line.Contains("Now listening on", StringComparison.Ordinal))
            _listens.TrySetResult();
    }
}
