using System.Diagnostics;

namespace Bridge.EndToEnd.Tests.Documentation;

/// <summary>Runs the programs of the folder examples unchanged, against the real host with the button-test game.</summary>
public sealed class ExampleTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Theory]
    [InlineData("python3", "examples/python/learn.py", "best: A; ", "gave the same observations")]
    [InlineData("node", "examples/javascript/choose.mjs", "takes Right; ", "'Right'")]
    public async Task An_example_succeeds(string language, string program, params string[] words)
    {
        // Runs faster than a console, which changes nothing for the examples.
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/speed", """{"speed": 0}""");
        try
        {
            var (code, output) = await RunAsync(language, RepositoryRoot.Combine(program), game.Client.BaseAddress!.Authority);
            Assert.True(code == 0, output);
            Assert.All(words, word => Assert.Contains(word, output, StringComparison.Ordinal));
            await game.Bridge.ReachesAsync("running");
        }
        finally
        {
            await game.Client.AskForJsonAsync("PUT", "/emulators/default/speed", """{"speed": 1}""");
        }
    }

    private static async Task<(int Code, string Output)> RunAsync(string language, params string[] arguments)
    {
        var start = new ProcessStartInfo(language, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        // Python must not write compiled modules beside the sources.
        start.Environment["PYTHONDONTWRITEBYTECODE"] = "1";
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(Eventually.Patience);
        return (process.ExitCode, output + await errors);
    }
}
