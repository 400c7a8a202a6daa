using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>One run of the built program to its end, like <c>bridge script</c>.</summary>
public sealed record BridgeRun(int ExitCode, string Output, string Errors)
{
    /// <summary>Runs it in the root folder, so that nothing depends on the current one.</summary>
    public static async Task<BridgeRun> OfAsync(params string[] arguments)
    {
        var command = BridgeProgram.CommandIn(BridgeProgram.Folder);
        var start = new ProcessStartInfo(command[0], [.. command[1..], .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        using var process = Process.Start(start) ?? throw new InvalidOperationException("The bridge was not started.");
        try
        {
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            await process.WaitForExitAsync().WaitAsync(Eventually.Patience).ConfigureAwait(false);
            return new BridgeRun(process.ExitCode, await output.ConfigureAwait(false), await errors.ConfigureAwait(false));
        }
        finally
        {
            process.Kill();
        }
    }
}
