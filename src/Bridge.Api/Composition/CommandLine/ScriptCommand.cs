using System.CommandLine;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Script;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge script</c>: writes the script for mGBA, and says whether a running mGBA has another version of it.</summary>
internal static class ScriptCommand
{
    public static Command Create(Func<string[], WebApplication> build)
    {
        var path = new Option<string>("--path")
        {
            Description = "The folder to write to.",
            HelpName = "DIR",
            DefaultValueFactory = _ => ScriptFile.DefaultFolder,
        };
        var command = new Command("script", "Writes the Lua script for mGBA and prints the path of the file to load.") { path };
        var settings = new SettingOptions(command);
        command.SetAction((parsed, cancellation) => RunAsync(build, settings.Read(parsed), parsed.GetRequiredValue(path), cancellation));
        return command;
    }

    private static async Task<int> RunAsync(Func<string[], WebApplication> build, string[] settings, string folder,
        CancellationToken cancellationToken)
    {
        await using var program = new QuietProgram(build, settings);
        var (path, replacesOther) = ScriptFile.WriteTo(folder);
        await Console.Out.WriteLineAsync(path);
        if (replacesOther)
            await Console.Out.WriteLineAsync("It replaces another version of the script: load it again in every mGBA that runs.");
        foreach (var emulator in await program.ConnectAsync(cancellationToken))
        {
            if (NextStep.AboutScript(emulator) is { } advice)
                await Console.Out.WriteLineAsync(advice);
        }

        return ExitCodes.Success;
    }
}
