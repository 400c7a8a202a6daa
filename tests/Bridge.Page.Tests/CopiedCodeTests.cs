using System.Diagnostics;

namespace Bridge.Page.Tests;

/// <summary>The code that the page offers to copy runs unchanged.</summary>
public sealed class CopiedCodeTests(Chromium browser, RunningGame game)
{
    // One process runs all programs of a language, each unchanged: starting a process takes longer than a program.
    private static readonly Dictionary<string, (string Program, string[] Arguments)> Runners = new()
    {
        ["curl"] = ("sh", ["-c",
            "set -e; curl() { command curl --fail-with-body -sS \"$@\"; }; for code; do echo \"$code\" >&2; eval \"$code\"; done", "sh"]),
        ["Python"] = ("python3", ["-c", "import sys\nfor code in sys.argv[1:]:\n  print(code, file=sys.stderr)\n  exec(code, {})"]),
        ["JavaScript"] = ("node", ["--input-type=module", "-e",
            "for (const code of process.argv.slice(1)) { console.error(code); "
            + "await import(`data:text/javascript,${encodeURIComponent(code)}`); }"]),
    };

    [Fact]
    public async Task All_copied_code_runs_in_every_language()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("state-name").FillAsync("copied");
        await page.ClickAsync("Save states", "Save");
        await Expect(page.Part("state-list")).ToContainTextAsync("copied");
        await page.Part("watch-address").FillAsync("[0x02000008]+4");
        await page.ClickAsync("Watches", "Add");
        await Expect(page.Part("watch-list")).ToContainTextAsync("[0x02000008]+4");
        await page.Part("address").FillAsync("0x02000210");
        await page.ClickAsync("Memory", "Go");
        await page.Part("search-value").FillAsync("1");
        // So that there is a second to rewind.
        await page.Part("step-frames").FillAsync("100");

        var folder = Directory.CreateTempSubdirectory("bridge-copied-");
        try
        {
            foreach (var (language, programs) in await CopyAllAsync(page))
                await RunAsync(language, programs, folder.FullName);
            await page.Card("Screen").Locator(".code-button").First.ClickAsync();
            await page.Page.Locator("#code").GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Copy" }).ClickAsync();
            Assert.Contains("/emulators/default/screen",
                await page.Page.EvaluateAsync<string>("() => navigator.clipboard.readText()"), StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task Each_button_for_code_has_a_word_and_says_what_it_copies()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var buttons = page.Page.Locator("main .code-button");
        Assert.All(await buttons.AllInnerTextsAsync(), text => Assert.Matches("^[A-Za-z]+$", text));
        var titles = await buttons.EvaluateAllAsync<string[]>("buttons => buttons.map(button => button.title)");
        Assert.All(titles, title => Assert.StartsWith("Copy as code: ", title, StringComparison.Ordinal));
        Assert.Equal(titles.Length, titles.Distinct().Count());
    }

    private static async Task<Dictionary<string, List<string>>> CopyAllAsync(PlayedPage page)
    {
        var programs = Runners.Keys.ToDictionary(language => language, _ => new List<string>());
        // The game has no sensors, so their buttons are hidden.
        var buttons = page.Page.Locator("main .code-button:visible");
        for (var i = 0; i < await buttons.CountAsync(); i++)
        {
            await buttons.Nth(i).ClickAsync();
            foreach (var (language, all) in programs)
            {
                await page.Page.GetByRole(AriaRole.Radio, new PageGetByRoleOptions { Name = language }).CheckAsync();
                all.Add(await page.Page.Locator("#code code").InnerTextAsync());
            }

            await page.Page.Keyboard.PressAsync("Escape");
        }

        return programs;
    }

    private static async Task RunAsync(string language, List<string> programs, string folder)
    {
        var (program, arguments) = Runners[language];
        var run = await FinishedProcess.RunAsync(
            new ProcessStartInfo(program, [.. arguments, .. programs]) { WorkingDirectory = folder });
        Assert.True(
            run.ExitCode == 0 && !run.Output.Contains("\"status\":", StringComparison.Ordinal), $"{language}: {run.Output}\n{run.Errors}");
    }
}
