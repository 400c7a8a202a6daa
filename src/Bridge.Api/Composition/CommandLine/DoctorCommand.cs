using System.CommandLine;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge doctor</c>: checks everything that the bridge needs.</summary>
internal static class DoctorCommand
{
    public static Command Create(Func<string[], WebApplication> build)
    {
        var command = new Command("doctor",
            "Checks settings, addresses, scripts and games, and says what to do about each. Exit code 0 if no check fails, else 1.");
        var settings = new SettingOptions(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            await using var program = new QuietProgram(build, settings.Read(parsed));
            return await new Doctor(Console.Out).ExamineAsync(program, cancellation) == 0 ? ExitCodes.Success : ExitCodes.Failure;
        });
        return command;
    }
}
