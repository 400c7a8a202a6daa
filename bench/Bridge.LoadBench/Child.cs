using System.Diagnostics;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>A process under measurement; stopped while others are measured. Its output goes to a log in artifacts/bench.</summary>
internal sealed class Child : IDisposable
{
    private readonly Process _process;
    private readonly StreamWriter _log;
    private bool _held;

    public Child(string name, string program, IEnumerable<string> arguments, params IEnumerable<(string Name, string Value)> environment)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var variable in start.Environment.Keys.Where(key => key.StartsWith("BRIDGE_", StringComparison.OrdinalIgnoreCase))
            .ToArray())
            start.Environment.Remove(variable);
        foreach (var (variable, value) in environment)
            start.Environment[variable] = value;
        _log = new StreamWriter(
            Path.Combine(Directory.CreateDirectory(RepositoryRoot.Combine("artifacts", "bench")).FullName, $"{name}.log"));
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Record(line.Data);
        _process.ErrorDataReceived += (_, line) => Record(line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public int Id => _process.Id;

    /// <summary>Gets the processor time that the process has used so far.</summary>
    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    /// <summary>Gets the current memory and thread figures of the process.</summary>
    public Footprint Footprint => Footprint.Of(_process.Id);

    public bool HasEnded => _process.HasExited;

    /// <summary>Stops the process with SIGSTOP, or lets it go on.</summary>
    public void Hold(bool held)
    {
        if (_held == held)
            return;
        ProcessSignals.Send(_process.Id, held ? ProcessSignals.Stop : ProcessSignals.Continue);
        _held = held;
    }

    public void WaitForEnd() => _process.WaitForExit();

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _log.Dispose();
    }

    private void Record(string? line)
    {
        lock (_log)
        {
            if (line is not null)
                _log.WriteLine(line);
            _log.Flush();
        }
    }
}
