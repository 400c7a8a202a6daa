using System.Diagnostics;
using Bridge.EndToEnd.Tests.Doors;

namespace Bridge.EndToEnd.Tests.Documentation;

/// <summary>Runs the lines of README.md and docs/*.md that begin with curl, changing only the port.</summary>
[Collection(nameof(ConnectorPorts))]
public sealed class CurlLineTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string DocumentedAddress = "127.0.0.1:7185";

    [Fact]
    public async Task Every_documented_curl_line_succeeds()
    {
        var pages = Directory.GetFiles(RepositoryRoot.Combine("docs"), "*.md").Order(StringComparer.Ordinal)
            .Prepend(RepositoryRoot.Combine("README.md")).Where(File.Exists).ToArray();
        var lines = pages.SelectMany(CurlLines).ToArray();
        Assert.True(lines.Length > 0 || !File.Exists(RepositoryRoot.Combine("README.md")), "README.md shows no curl line.");
        var folder = Directory.CreateTempSubdirectory("bridge-curl-");
        try
        {
            // The configuration file of curl: a failure status becomes an exit code.
            await File.WriteAllTextAsync(Path.Combine(folder.FullName, ".curlrc"), "fail-with-body\nsilent\nshow-error\n");
            foreach (var line in lines)
            {
                // The movie of docs/movies.md needs 60 frames of history, and a page before may have reset the game.
                if (line.Contains("/movies/my-run", StringComparison.Ordinal))
                    await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/wait", """{"frames": 60}""");
                await RunAsync(line.Replace(DocumentedAddress, game.Client.BaseAddress!.Authority, StringComparison.Ordinal),
                    folder.FullName);
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static IEnumerable<string> CurlLines(string page)
    {
        var isShell = false;
        foreach (var line in File.ReadAllText(page).Replace("\\\n", " ", StringComparison.Ordinal).Split('\n'))
        {
            if (line.StartsWith("```", StringComparison.Ordinal))
                isShell = line == "```sh";
            else if (isShell && line.StartsWith("curl ", StringComparison.Ordinal))
                yield return line;
        }
    }

    private static async Task RunAsync(string line, string folder)
    {
        var shell = await FinishedProcess.RunAsync(
            new ProcessStartInfo("sh", ["-c", line]) { WorkingDirectory = folder, Environment = { ["CURL_HOME"] = folder } });
        Assert.True(shell.ExitCode == 0, $"{line}\n{shell.Output}\n{shell.Errors}");
    }
}
