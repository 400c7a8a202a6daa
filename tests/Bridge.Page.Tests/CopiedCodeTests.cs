using System.Diagnostics;

namespace Bridge.Page.Tests;

/// <summary>What the page gives to copy runs as it stands.</summary>
public sealed class CopiedCodeTests(Chromium browser, RunningGame game) : IClassFixture<RunningGame>
{
    private static readonly (string Language, string Program, string Argument)[] Runners =
        [("curl", "sh", "-c"), ("Python", "python3", "-c"), ("JavaScript", "node", "--input-type=module")];

    [Fact]
    public async Task All_of_it_runs_in_every_language()
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

        var folder = Directory.CreateTempSubdirectory("bridge-copied-");
        try
        {
            var buttons = page.Page.Locator("main .code-button");
            for (var i = 0; i < await buttons.CountAsync(); i++)
            {
                await buttons.Nth(i).ClickAsync();
                foreach (var (language, program, argument) in Runners)
                {
                    await page.Page.GetByRole(AriaRole.Radio, new PageGetByRoleOptions { Name = language }).CheckAsync();
                    await RunAsync(program, argument, await page.Page.Locator("#code code").InnerTextAsync(), folder.FullName);
                }

                await page.Page.Keyboard.PressAsync("Escape");
            }

            await buttons.First.ClickAsync();
            await page.Page.Locator("#code").GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Copy" }).ClickAsync();
            Assert.Contains("/emulators/default/screen", await page.Page.EvaluateAsync<string>("() => navigator.clipboard.readText()"), StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task RunAsync(string program, string argument, string code, string folder)
    {
        // Without --fail, curl calls a refusal a success.
        var start = new ProcessStartInfo(program, program == "node" ? [argument, "-e", code] : [argument, code.Replace("curl ", "curl --fail-with-body ", StringComparison.Ordinal)])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var run = Process.Start(start)!;
        var errors = run.StandardError.ReadToEndAsync();
        var output = await run.StandardOutput.ReadToEndAsync();
        await run.WaitForExitAsync().WaitAsync(Eventually.Patience);
        Assert.True(run.ExitCode == 0 && !output.Contains("\"status\":", StringComparison.Ordinal), $"{code}\n{output}\n{await errors}");
    }
}
