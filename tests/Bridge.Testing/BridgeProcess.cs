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
    {
        // A test project that refers to the program has it beside itself.
        string[] all = [Path.Combine(AppContext.BaseDirectory, "Bridge.Api.dll"), "--urls", Address.ToString(), .. arguments];
        var start = new ProcessStartInfo("dotnet", all)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = AppContext.BaseDirectory,
        };
        foreach (var setting in start.Environment.Keys.Where(key => key.StartsWith("Bridge__", StringComparison.OrdinalIgnoreCase)).ToArray())
            start.Environment.Remove(setting);
        _process = new Process { StartInfo = start, EnableRaisingEvents = true };
        _process.OutputDataReceived += (_, line) => Record(line.Data);
        _process.ErrorDataReceived += (_, line) => Record(line.Data);
        _process.Exited += (_, _) => _listens.TrySetException(new InvalidOperationException($"The bridge has ended:\n{Output}"));
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public Uri Address { get; } = new($"http://127.0.0.1:{FreePort.Take()}");

    public int Id => _process.Id;

    /// <summary>All that it has written.</summary>
    public string Output => string.Join('\n', _output);

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
