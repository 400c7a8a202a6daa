using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>The command <c>bridge</c>: by itself it serves, and its subcommands do the rest.</summary>
internal sealed class BridgeCommand
{
    private readonly Func<string[], CancellationToken, Task<int>> _serve;
    private readonly Func<string[], WebApplication> _build;

    /// <param name="serve">Serves with settings, each <c>--NAME=VALUE</c>, until the token is cancelled; returns the exit code.</param>
    /// <param name="build">Builds the program with these settings, without starting it.</param>
    public BridgeCommand(Func<string[], CancellationToken, Task<int>> serve, Func<string[], WebApplication> build) =>
        (_serve, _build) = (serve, build);

    // In the order of --help.
    private IEnumerable<Command> Subcommands =>
    [
        CheckCommand.Create(),
        CompletionCommand.Create(),
        DoctorCommand.Create(_build),
        McpCommand.Create(_serve),
        PlayCommand.Create(_serve),
        ScriptCommand.Create(_build),
        VerifyCommand.Create(),
    ];

    /// <summary>Runs the command that <paramref name="arguments"/> name.</summary>
    /// <returns>The exit code, one of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(string[] arguments)
    {
        // Windows' console has a code page without some of our characters.
        Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        var code = await InvokeAsync(arguments);
        if (code != ExitCodes.Success)
            OwnWindow.KeepOpen();
        return code;
    }

    private async Task<int> InvokeAsync(string[] arguments)
    {
        // Without this, an argument that starts with @ would name a file of arguments.
        var parsed = CreateRoot().Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (parsed.Action is ParseErrorAction)
        {
            await Console.Error.WriteLineAsync($"{parsed.Errors[0].Message} bridge --help lists all commands and options.");
            return ExitCodes.CannotRun;
        }

        try
        {
            // The bridge handles signals itself, and reports in one sentence why it can't start.
            return await parsed.InvokeAsync(new() { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null });
        }
        catch (StartException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return ExitCodes.CannotRun;
        }
    }

    private RootCommand CreateRoot()
    {
        var root = new RootCommand("Serves HTTP to a running mGBA, https://mgba.io. Without a command it serves until Ctrl+C.");
        root.Options.Clear();
        root.Options.Add(new HelpOption("--help", "-h"));
        root.Options.Add(new VersionOption("--version") { Action = new VersionAction() });
        var settings = new SettingOptions(root);
        root.SetAction((parsed, _) => ServeAsync(settings.Read(parsed)));
        foreach (var command in Subcommands)
            root.Subcommands.Add(command);
        return root;
    }

    private Task<int> ServeAsync(string[] settings)
    {
        OwnWindow.Greet();
        return _serve(settings, CancellationToken.None);
    }

    private sealed class VersionAction : SynchronousCommandLineAction
    {
        public override int Invoke(ParseResult parseResult)
        {
            parseResult.InvocationConfiguration.Output.WriteLine($"{ProgramVersion.Number} ({ProgramVersion.Commit})");
            return ExitCodes.Success;
        }
    }
}
