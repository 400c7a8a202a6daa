using System.Diagnostics;
using System.Text;

namespace Bridge.Testing;

/// <summary>One run of the built program to its end, like <c>bridge script</c>.</summary>
public sealed record BridgeRun(int ExitCode, string Output, string Errors)
{
    /// <summary>Runs it in the root folder, so that nothing depends on the current one.</summary>
    public static Task<BridgeRun> OfAsync(params string[] arguments) => InAsync("/", [], arguments);

    /// <summary>Runs it in this folder, with these variables in its environment.</summary>
    public static Task<BridgeRun> InAsync(string folder, (string Name, string Value)[] environment, params string[] arguments) =>
        RunAsync(folder, environment, input: null, arguments);

    /// <summary>Runs it in the root folder with this standard input and these variables.</summary>
    public static Task<BridgeRun> WithInputAsync(
        string input, (string Name, string Value)[] environment, params string[] arguments) =>
        RunAsync("/", environment, input, arguments);

    private static async Task<BridgeRun> RunAsync(
        string folder, (string Name, string Value)[] environment, string? input, string[] arguments)
    {
        var command = BridgeProgram.CommandIn(BridgeProgram.Folder);
        var start = new ProcessStartInfo(command[0], [.. command[1..], .. arguments])
        {
            RedirectStandardInput = input is not null,
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
            if (input is not null)
            {
                await process.StandardInput.WriteAsync(input).ConfigureAwait(false);
                process.StandardInput.Close();
            }

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
