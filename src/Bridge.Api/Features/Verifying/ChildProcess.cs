using System.ComponentModel;
using System.Diagnostics;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Verifying;

/// <summary>A program that works on movies, clips or branches. Disposing this ends the program.</summary>
internal sealed class ChildProcess : IDisposable
{
    // Characters of the errors that are kept, and their last lines that WaitAsync returns.
    private const int MaxErrors = 4096;
    private const int SaidLines = 3;

    private readonly Process _process;
    private readonly Task<string> _errors;

    /// <summary>Starts it.</summary>
    /// <param name="start">What to start.</param>
    /// <exception cref="RequestException">The system can't.</exception>
    public ChildProcess(ProcessStartInfo start)
    {
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        try
        {
            _process = Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new RequestException(ProblemTypes.EmulatorFailed, $"The bridge can't start {start.FileName}: {exception.Message}.");
        }

        Name = Path.GetFileName(start.FileName);
        _errors = ReadErrorsAsync(_process.StandardError);
    }

    /// <summary>Gets the name of the program.</summary>
    public string Name { get; }

    /// <summary>Gets the standard input of the program.</summary>
    public Stream Input => _process.StandardInput.BaseStream;

    /// <summary>Gets the standard output of the program.</summary>
    public Stream Output => _process.StandardOutput.BaseStream;

    /// <summary>Gets whether it has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>Waits for its end.</summary>
    /// <returns>Its exit code, and the last lines of its standard error.</returns>
    public async Task<(int ExitCode, string Said)> WaitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        var lines = (await _errors).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return (_process.ExitCode, ForeignText.Clean(string.Join(' ', lines.TakeLast(SaidLines))));
    }

    /// <summary>Ends it, if it has not ended yet. Needs no descriptor, so that it never fails.</summary>
    public void Kill()
    {
        if (!_process.HasExited)
            _process.Kill();
    }

    public void Dispose()
    {
        Kill();
        _process.Dispose();
    }

    /// <summary>Lowers its priority below that of emulators.</summary>
    public void LowerPriority()
    {
        try
        {
            _process.PriorityClass = ProcessPriorityClass.BelowNormal;
        }
        catch (Exception exception) when (exception is Win32Exception or InvalidOperationException)
        {
            // It has ended already, or the system doesn't allow it.
        }
    }

    // Reads to the end, so that the program never waits, but keeps only the last bytes.
    private static async Task<string> ReadErrorsAsync(StreamReader reader)
    {
        var (text, buffer) = ("", new char[MaxErrors]);
        while (await reader.ReadAsync(buffer) is var count and > 0)
        {
            text += new string(buffer, 0, count);
            text = text[Math.Max(0, text.Length - MaxErrors)..];
        }

        return text;
    }
}
