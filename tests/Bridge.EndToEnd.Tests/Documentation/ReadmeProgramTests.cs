using System.Diagnostics;
using System.Globalization;

namespace Bridge.EndToEnd.Tests.Documentation;

/// <summary>Runs README's programs, changing only the port: each presses A and prints the game's count of it.</summary>
/// <remarks>
/// PowerShell is run where it is installed. Elsewhere nothing checks that program; the language has no other parser.
/// </remarks>
public sealed class ReadmeProgramTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string DocumentedAddress = "127.0.0.1:7185";

    [Theory]
    [InlineData("python", "python3", "game.py")]
    [InlineData("javascript", "node", "game.mjs")]
    [InlineData("csharp", "dotnet", "run", "game.cs")]
    [InlineData("powershell", "pwsh", "-NoProfile", "-File", "game.ps1")]
    public async Task It_presses_a_button_and_prints_the_count_of_the_game(string language, string command, params string[] arguments)
    {
        // Programs in a file are set up for native compilation, which needs packages that not every feed has.
        var setUp = language == "csharp" ? "#:property PublishAot=false\n" : "";
        var program = setUp + ProgramIn(await File.ReadAllTextAsync(RepositoryRoot.Combine("README.md")), language);
        if (language == "powershell" && !IsInstalled(command))
            Assert.Skip("pwsh isn't installed here.");
        // Outside of the repository, because users don't have its build settings.
        var folder = Directory.CreateTempSubdirectory("bridge-readme-");
        try
        {
            await File.WriteAllTextAsync(Path.Combine(folder.FullName, arguments[^1]),
                program.Replace(DocumentedAddress, game.Client.BaseAddress!.Authority, StringComparison.Ordinal));
            var before = await game.PressesAsync(Button.A);
            var (code, output, errors) = await RunAsync(folder.FullName, command, arguments);
            Assert.True(code == 0, $"{output}\n{errors}");
            Assert.Equal((before + 1).ToString(CultureInfo.InvariantCulture), output.Trim());
            Assert.Equal(before + 1, await game.PressesAsync(Button.A));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static string ProgramIn(string page, string language)
    {
        var blocks = page.Split("```");
        var mine = blocks.Where((block, index) => index % 2 == 1 && block.StartsWith($"{language}\n", StringComparison.Ordinal)).ToArray();
        return Assert.Single(mine)[(language.Length + 1)..];
    }

    private static bool IsInstalled(string command) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(folder => File.Exists(Path.Combine(folder, command)));

    // The limit is long, because a compiler on an overloaded machine takes long.
    private static Task<FinishedProcess> RunAsync(string folder, string command, string[] arguments) => FinishedProcess.RunAsync(
        new ProcessStartInfo(command, arguments) { WorkingDirectory = folder }, limit: TimeSpan.FromMinutes(4));
}
