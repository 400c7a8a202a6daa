using System.Diagnostics;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Tests.Features.Movies;

namespace Bridge.Api.Tests.Composition.CommandLine;

/// <summary>The command <c>bridge</c>, as a process.</summary>
public sealed class CommandTests
{
    [Fact]
    public async Task Version_has_the_number_and_the_commit()
    {
        var run = await BridgeRun.OfAsync("--version");

        Assert.Equal(0, run.ExitCode);
        Assert.Matches(@"^\d+\.\d+\.\d+\S* \((?:[0-9a-f]{40}|unknown)\)\n$", run.Output);
    }

    [Fact]
    public async Task Output_is_UTF_8_whatever_the_console_uses()
    {
        // ISO 8859-1 has no such letter.
        var run = await BridgeRun.InAsync("/", [("LC_ALL", "en_US.ISO-8859-1")], "completion", "Łuk");

        Assert.Contains("got \"Łuk\".", run.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_has_the_defaults_and_all_commands()
    {
        var run = await BridgeRun.OfAsync("--help");

        Assert.Equal(0, run.ExitCode);
        foreach (var text in (string[])["[default: http://localhost:7185]", "[default: 8888]", "check", "completion", "doctor", "script"])
            Assert.Contains(text, run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Unknown command or option \"serve\"", "serve")]
    [InlineData("Unknown command or option \"-x\"", "-x")]
    [InlineData("Unknown option \"--url\"; did you mean --urls?", "--url", "http://127.0.0.1:7185")]
    [InlineData("Unknown option \"--port\"; did you mean --urls http://localhost:PORT?", "--port", "7185")]
    [InlineData("Unknown option \"--Bridges:Drain\"", "--Bridges:Drain=00:00:01")]
    [InlineData("--Bridge:Drain requires a value.", "--Bridge:Drain")]
    [InlineData("Required argument missing for option: '--urls'.", "--urls")]
    [InlineData("--settings must be a readable JSON file; got \"/nowhere.json\".", "--settings", "/nowhere.json")]
    [InlineData("--settings must be a readable JSON file; got \"/\".", "--settings", "/")]
    [InlineData("SHELL must be one of bash, fish, powershell, zsh; got \"tcsh\".", "completion", "tcsh")]
    [InlineData("Required argument 'URL' missing", "check")]
    [InlineData("URL must be an address like http://127.0.0.1:7185/health/ready; got \"bridge\".", "check", "bridge")]
    [InlineData("Bridge:Connections must be 1 to 1000000; got 0.", "doctor", "--Bridge:Connections=0")]
    [InlineData("Bridge:Emulators:default:Port must be a whole number; got \"none\".", "doctor", "--script-port", "none")]
    [InlineData("The script can't be written to /proc/bridge: ", "script", "--path", "/proc/bridge")]
    public async Task A_command_that_can_not_run_ends_with_one_sentence_and_exit_code_2(string sentence, params string[] arguments)
    {
        var run = await BridgeRun.OfAsync(arguments);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.StartsWith(sentence, Assert.Single(run.Errors.TrimEnd().Split('\n')), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Check_exits_with_0_for_a_healthy_bridge_and_with_1_for_any_other_outcome()
    {
        await using var bridge = new BridgeProcess();
        await bridge.ListensAsync();

        var live = await BridgeRun.OfAsync("check", $"{bridge.Address}health/live");
        Assert.Equal((0, "live\n"), (live.ExitCode, live.Output));
        Assert.Equal(1, (await BridgeRun.OfAsync("check", $"{bridge.Address}health/none")).ExitCode);
        Assert.Equal(1, (await BridgeRun.OfAsync("check", $"http://127.0.0.1:{FreePort.Take()}/")).ExitCode);
    }

    [Fact]
    public async Task Verify_says_that_it_can_not_read_the_ROM()
    {
        var movie = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(movie, BridgeMovie.Write(MovieSamples.Random(1)));

            // Linux refuses to read its first bytes.
            var run = await BridgeRun.OfAsync("verify", movie, "--rom", "/proc/self/mem");

            Assert.Equal((2, ""), (run.ExitCode, run.Output));
            Assert.StartsWith("--rom can't be read: ", Assert.Single(run.Errors.TrimEnd().Split('\n')), StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(movie);
        }
    }

    [Fact]
    public async Task Doctor_checks_folders_and_asks_the_bridge_that_runs_about_its_emulators()
    {
        var states = Directory.CreateTempSubdirectory("bridge-states-");
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:other:Port={FreePort.Take()}");
        await bridge.ListensAsync();

        var run = await BridgeRun.OfAsync("doctor", "--urls", bridge.Address.GetLeftPart(UriPartial.Authority), "--states", states.FullName,
            "--roms", RepositoryRoot.Combine("emulator", "rom"), "--Bridge:OnDemand:Program=/bin/true");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains($"ok    states    {states.FullName} can be written to; ", run.Output, StringComparison.Ordinal);
        Assert.Matches("ok    games     [1-9][0-9]* games can be loaded by name.", run.Output);
        Assert.Contains("mgba-host", run.Output, StringComparison.Ordinal);
        Assert.Contains("FAIL  other     Nothing listens at", run.Output, StringComparison.Ordinal);
        states.Delete();
    }

    [Fact]
    public async Task The_command_line_overrides_a_settings_file()
    {
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, """{"Bridge": {"Emulators": {"one": {"Port": 1}, "two": {"Port": 2}}}}""");
            await using var bridge = new BridgeProcess("--settings", file, "--Bridge:Emulators:two:Port=3");
            await bridge.ListensAsync();
            using var client = new HttpClient { BaseAddress = bridge.Address };

            var health = await client.GetStringAsync("/health");

            Assert.Contains("127.0.0.1:1:", health, StringComparison.Ordinal);
            Assert.Contains("127.0.0.1:3:", health, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task A_settings_file_in_the_current_folder_is_ignored()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-current-");
        try
        {
            await File.WriteAllTextAsync(Path.Combine(folder.FullName, "appsettings.json"), """{"Bridge": {"Connections": 0}}""");

            var run = await BridgeRun.InAsync(folder.FullName, [], "doctor", "--script-port", $"{FreePort.Take()}");

            Assert.NotEqual(2, run.ExitCode);
            Assert.DoesNotContain("Bridge:Connections", run.Output + run.Errors, StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public void The_default_address_is_localhost() => Assert.Equal("http://localhost:7185", ProgramSettings.Defaults["Urls"]);

    [Fact]
    public void The_script_has_the_version_of_the_program()
    {
        var version = File.ReadAllText(RepositoryRoot.Combine("lua", "bridge", "wire", "version.lua"));

        Assert.Contains($"script = \"{ProgramVersion.Number}\"", version, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bridge c", "check\ncompletion\n")]
    [InlineData("bridge completion f", "fish\n")]
    [InlineData("bridge --ra", "--raw\n--raw-unix\n")]
    public async Task Bash_completes_commands_and_options(string line, string completions)
    {
        var command = BridgeProgram.CommandIn(BridgeProgram.Folder);
        var start = new ProcessStartInfo("bash", ["-c", """
            line=$0 COMP_WORDS=(bridge)
            program=("$@")
            bridge() { "${program[@]}" "$@"; }
            . <(bridge completion bash)
            COMP_LINE=$line COMP_POINT=${#line}
            _bridge bridge "${line##* }"
            printf '%s\n' "${COMPREPLY[@]}"
            """, line, .. command]);

        Assert.Equal(completions, (await FinishedProcess.RunAsync(start)).Output);
    }
}
