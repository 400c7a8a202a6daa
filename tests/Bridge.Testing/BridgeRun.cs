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
            StandardErrorEncoding = Encoding.UTF8, WorkingDirectory = folder,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        var run = await FinishedProcess.RunAsync(start, input is null ? null : Encoding.UTF8.GetBytes(input)).ConfigureAwait(false);
        return new BridgeRun(run.ExitCode, run.Output, run.Errors);
    }
}
