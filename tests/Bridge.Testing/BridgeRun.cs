using System.Diagnostics;
using System.Text;

namespace Bridge.Testing;

/// <summary>One run of the built program to its end, like <c>bridge script</c>.</summary>
public sealed record BridgeRun(int ExitCode, string Output, string Errors)
{
    /// <summary>Runs it in the root folder, so that nothing depends on the current one.</summary>
    public static Task<BridgeRun> OfAsync(params string[] arguments) => InAsync("/", [], arguments);

    /// <summary>Runs it in this folder, with these variables in its environment.</summary>
    public static async Task<BridgeRun> InAsync(
        string folder, (string Name, string Value)[] environment, params string[] arguments)
    {
        var command = BridgeProgram.CommandIn(BridgeProgram.Folder);
        var start = new ProcessStartInfo(command[0], [.. command[1..], .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardErrorEncoding = Encoding.UTF8,
            WorkingDirectory = folder,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
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
