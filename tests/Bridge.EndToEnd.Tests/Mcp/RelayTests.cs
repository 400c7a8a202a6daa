using System.Diagnostics;
using ModelContextProtocol;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>The program as a server over standard input and output, for clients that start programs.</summary>
public sealed class RelayTests : IAsyncDisposable
{
    private readonly RealEmulator _emulator = new();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    [Trait("Needs", "picture")]
    [Theory]
    [InlineData("2026-07-28")]
    [InlineData("2025-11-25")]
    public async Task It_carries_calls_over_a_restart_of_the_bridge(string version)
    {
        await _emulator.StartAsync();
        var port = FreePort.Take();
        var bridge = await StartBridgeAsync(port);
        try
        {
            await using var client = await ConnectAsync(version, "--url", $"http://127.0.0.1:{port}");
            // Without game_try, which needs a ROM folder.
            Assert.Equal(13, (await client.ListToolsAsync()).Count);
            Assert.Single((await client.CallAsync("game_look")).Pictures);

            await bridge.DisposeAsync();
            var missing = await Assert.ThrowsAnyAsync<McpException>(() => client.CallToolAsync("game_look").AsTask());
            Assert.Contains($"no-bridge: Nothing listens at http://127.0.0.1:{port}: start the bridge", missing.Message,
                StringComparison.Ordinal);
            Assert.Contains("Nothing was done.", missing.Message, StringComparison.Ordinal);

            bridge = await StartBridgeAsync(port);
            Assert.Single((await client.CallAsync("game_look")).Pictures);
        }
        finally
        {
            await bridge.DisposeAsync();
        }
    }

    [Fact]
    public async Task It_starts_a_bridge_if_none_responds()
    {
        var address = $"http://127.0.0.1:{FreePort.Take()}";
        await using (var client = await ConnectAsync(McpClients.Latest, "--url", address, "--start"))
        {
            // Without game_try, which needs a ROM folder.
            Assert.Equal(13, (await client.ListToolsAsync()).Count);
            var look = await client.CallToolAsync("game_look");
            Assert.True(look.IsError);
            Assert.StartsWith("no-emulator: ", ((TextContentBlock)look.Content[0]).Text, StringComparison.Ordinal);
        }

        using var gone = new HttpClient();
        await Eventually.HoldsAsync(async () =>
        {
            try
            {
                using var response = await gone.GetAsync(new Uri(new Uri(address), "/health/live"));
                return false;
            }
            catch (HttpRequestException)
            {
                return true;
            }
        }, "the bridge ends with its client");
    }

    [Fact]
    public async Task It_starts_a_game_and_loads_others_from_its_folder_or_another()
    {
        await HostProgram.BuildAsync();
        var games = Directory.CreateTempSubdirectory("bridge-games-");
        var other = Directory.CreateTempSubdirectory("bridge-games-");
        try
        {
            var rom = Path.Combine(games.FullName, "My Game.gba");
            File.Copy(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), rom);
            await using (var client = await StartAsync("--rom", rom))
                Assert.Equal("My Game.gba", await FirstRomAsync(client));
            File.Copy(RepositoryRoot.Combine("emulator", "rom", "gb", "buttontest.gb"), Path.Combine(other.FullName, "third.gb"));
            await using (var client = await StartAsync("--rom", rom, "--roms", other.FullName))
            {
                Assert.Equal("third.gb", await FirstRomAsync(client));
                var (loaded, _) = await client.CallAsync("game_load", new() { ["rom"] = "THIRD", ["look"] = false });
                Assert.Equal("BUTTONTESTGB", loaded.GetProperty("game").GetString());
            }
        }
        finally
        {
            games.Delete(recursive: true);
            other.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData("--roms needs --start. bridge --help", "--roms", "/tmp")]
    [InlineData("--rom needs --start. bridge --help", "--rom", "a.gba")]
    [InlineData("--url must be an address like http://127.0.0.1:7185; got \"nowhere\".", "--url", "nowhere")]
    [InlineData("--url must be an address like http://127.0.0.1:7185; got \"http://127.0.0.1:7185@192.0.2.2:1\".",
        "--url", "http://127.0.0.1:7185@192.0.2.2:1")]
    [InlineData("Unrecognized command or argument '--port'. bridge --help lists all commands and options.", "--port", "1")]
    [InlineData("Required argument missing for option: '--url'. bridge --help lists all commands and options.", "--url")]
    [InlineData("--token-file: Could not find", "--token-file", "/no/such/file")]
    public async Task Wrong_options_are_refused(string sentence, params string[] options)
    {
        string[] command = [.. BridgeProgram.CommandIn(BridgeProgram.Folder), "mcp", .. options];
        using var process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardError = true })!;
        Assert.StartsWith(sentence, await process.StandardError.ReadToEndAsync(), StringComparison.Ordinal);
        await process.WaitForExitAsync();
        Assert.Equal(2, process.ExitCode);
    }

    private static Task<McpClient> StartAsync(params string[] options) =>
        ConnectAsync(McpClients.Latest, ["--url", $"http://127.0.0.1:{FreePort.Take()}", "--start", .. options]);

    private static async Task<string?> FirstRomAsync(McpClient client)
    {
        var (seen, _) = await client.CallAsync("game_look", new() { ["screen"] = false });
        Assert.Equal("BUTTONTEST", seen.GetProperty("game").GetString());
        var (files, _) = await client.CallAsync("game_files", new() { ["what"] = "roms" });
        return files.GetProperty("roms").GetProperty("names")[0].GetString();
    }

    private static Task<McpClient> ConnectAsync(string version, params string[] options)
    {
        string[] command = [.. BridgeProgram.CommandIn(BridgeProgram.Folder), "mcp", .. options];
        return McpClient.CreateAsync(
            new StdioClientTransport(new StdioClientTransportOptions
            {
                Command = command[0], Arguments = command[1..], WorkingDirectory = BridgeProgram.Folder,
                EnvironmentVariables = new Dictionary<string, string?> { ["Bridge__OnDemand__Program"] = HostProgram.Path },
            }),
            ModelGame.Speaking(version));
    }

    private async Task<BridgeProcess> StartBridgeAsync(int port)
    {
        var bridge = new BridgeProcess(
            $"--urls=http://127.0.0.1:{port}", $"--Bridge:Emulators:default:Port={_emulator.Port}",
            $"--Bridge:KeyFolder={_emulator.KeyFolder}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await Eventually.HoldsAsync(async () =>
            (await client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString() == "running", "the game runs");
        return bridge;
    }
}
