using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>The exit code of a process that has ended, and what it wrote.</summary>
public sealed record FinishedProcess(int ExitCode, string Output, string Errors)
{
    /// <summary>Gets what it wrote to both outputs.</summary>
    public string All => Output + Errors;

    /// <summary>Runs a process to its end. One that takes too long is killed with its children.</summary>
    /// <param name="start">What to start.</param>
    /// <param name="input">Its standard input; null: that of the tests.</param>
    /// <param name="limit">How long it may take; null: <see cref="Eventually.Patience"/>.</param>
    /// <exception cref="TimeoutException">It takes too long.</exception>
    public static async Task<FinishedProcess> RunAsync(ProcessStartInfo start, byte[]? input = null, TimeSpan? limit = null)
    {
        start.RedirectStandardInput = input is not null;
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        using var process = Process.Start(start) ?? throw new InvalidOperationException($"{start.FileName} was not started.");
        try
        {
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            if (input is not null)
            {
                await process.StandardInput.BaseStream.WriteAsync(input).ConfigureAwait(false);
                process.StandardInput.Close();
            }

            await Task.WhenAll(output, errors, process.WaitForExitAsync()).WaitAsync(limit ?? Eventually.Patience).ConfigureAwait(false);
            return new FinishedProcess(process.ExitCode, await output.ConfigureAwait(false), await errors.ConfigureAwait(false));
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }
}
