using System.Net;
using System.Net.Sockets;
using Bridge.Doors;
using Bridge.EndToEnd.Tests.Doors;
using Bridge.Testing;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary><c>bridge play GAME</c>: an emulator and its bridge in one command.</summary>
[Collection(nameof(ConnectorPorts))]
public sealed class PlayTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-play-");
    private readonly HttpClient _client = new() { BaseAddress = new Uri($"http://127.0.0.1:{FreePort.Take()}") };

    public void Dispose()
    {
        _client.Dispose();
        _folder.Delete(recursive: true);
    }

    [Trait("Needs", "host")]
    [Fact]
    public async Task It_serves_the_game_and_leaves_nothing_but_saves()
    {
        var game = CopyGame();
        await using var bridge = Play(game);
        await Eventually.HoldsAsync(IsReadyAsync);
        Assert.Contains("BUTTONTEST", await _client.GetStringAsync("/emulators/default"), StringComparison.Ordinal);
        Assert.Contains("game.gba", await _client.GetStringAsync("/emulators/default/roms"), StringComparison.Ordinal);
        Assert.NotEmpty(EmulatorsOf(game));
        // As Archipelago's client, which starts the program and then connects.
        var doors = System.Text.Json.JsonDocument.Parse(await _client.GetStringAsync("/doors")).RootElement.GetProperty("doors");
        var address = Assert.Single(doors.EnumerateArray()).GetProperty("address").GetString()!;
        Assert.InRange(System.Net.IPEndPoint.Parse(address).Port, 43055, 43059);
        using (var archipelago = await ConnectorClient.ConnectAsync(address))
        {
            Assert.Equal("1", await archipelago.AskAsync("VERSION"));
            Assert.Equal("""[{"type":"SYSTEM_RESPONSE","value":"GBA"}]""", await archipelago.AskAsync("[{\"type\": \"SYSTEM\"}]"));
        }

        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);

        Assert.Equal(0, await bridge.EndsAsync());
        await Eventually.HoldsAsync(() => EmulatorsOf(game).Length == 0);
        Assert.All(Directory.GetFiles(_folder.FullName), file => Assert.StartsWith("game.", Path.GetFileName(file)));
    }

    [Trait("Needs", "host")]
    [Fact]
    public async Task It_lists_and_loads_the_games_of_another_folder()
    {
        var others = _folder.CreateSubdirectory("others").FullName;
        File.Copy(RepositoryRoot.Combine("emulator", "rom", "maze.gba"), Path.Combine(others, "maze.gba"));
        await using var bridge = Play(CopyGame(), "--roms", others);
        await Eventually.HoldsAsync(IsReadyAsync);
        var listed = await _client.GetJsonAsync("/emulators/default/roms");
        Assert.Equal("maze.gba", Assert.Single(listed.GetProperty("roms").EnumerateArray()).GetProperty("name").GetString());
        var loaded = await _client.AskForJsonAsync("POST", "/emulators/default/rom", """{"name": "maze.gba"}""");
        Assert.Equal("MAZE", loaded.GetProperty("game").GetProperty("title").GetString());
    }

    [Trait("Needs", "host")]
    [Fact]
    public async Task It_says_that_no_port_is_free_for_Archipelago()
    {
        var taken = DoorKind.BizHawk.Ports.Select(Take).ToArray();
        try
        {
            await using var bridge = Play(CopyGame());
            await Eventually.HoldsAsync(() => bridge.Output.Contains(
                "The ports 43055 to 43059 are in use, so Archipelago can't find the game.", StringComparison.Ordinal));
            ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
            Assert.Equal(0, await bridge.EndsAsync());
        }
        finally
        {
            foreach (var listener in taken)
                listener?.Dispose();
        }
    }

    private string CopyGame()
    {
        var game = Path.Combine(_folder.FullName, "game.gba");
        File.Copy(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), game);
        return game;
    }

    private BridgeProcess Play(string game, params string[] more) => new(["play", game, "--no-page", "--urls",
        $"{_client.BaseAddress}".TrimEnd('/'), $"--Bridge:OnDemand:Program={HostProgram.Path}", .. more]);

    // Listens at a port; returns null if another program has it.
    private static TcpListener? Take(int port)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return listener;
        }
        catch (SocketException)
        {
            listener.Dispose();
            return null;
        }
    }

    private async Task<bool> IsReadyAsync()
    {
        try
        {
            using var response = await _client.GetAsync("/health/ready");
            return response.StatusCode == HttpStatusCode.OK;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private static string[] EmulatorsOf(string game) =>
        [.. Directory.GetDirectories("/proc").Select(folder => Path.Combine(folder, "cmdline")).Where(file => IsOf(file, game))];

    // /proc/PID/cmdline has a NUL after each argument.
    private static bool IsOf(string commandLine, string game)
    {
        try
        {
            var text = File.ReadAllText(commandLine);
            return text.Contains("mgba-host", StringComparison.Ordinal) && text.Contains($"--rom\0{game}\0", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            // The process has ended, or the folder is none of a process.
            return false;
        }
    }
}
