using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>An emulator gets neither the bridge's secrets nor files that other accounts can read.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class HostEnvironmentTests : IAsyncLifetime
{
    private const string Token = "token-0123456789abcdef";

    private readonly GameFolders _games = new();

    public async ValueTask InitializeAsync() => await HostProgram.BuildAsync();

    public ValueTask DisposeAsync()
    {
        _games.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task It_has_only_what_an_emulator_needs()
    {
        await using var bridge = Start(
            ("Bridge__Tokens__me__Value", Token), ("AWS_SECRET_ACCESS_KEY", "secret-of-the-account"), ("BRIDGE_WINDOW", "every"),
            ("TZ", "Asia/Tokyo"), ("LC_TIME", "C.UTF-8"), ("BRIDGE_SCRIPT_SECRET", "secret-of-another-script"));
        var emulator = await CreateAsync(bridge);

        var variables = Encoding.UTF8.GetString(File.ReadAllBytes($"/proc/{emulator}/environ")).Split('\0');

        Assert.DoesNotContain(variables, variable => variable.Contains(Token, StringComparison.Ordinal));
        Assert.DoesNotContain(variables, variable => variable.Contains("secret-of", StringComparison.Ordinal));
        Assert.All(variables.Where(variable => variable.Length > 0), variable => Assert.Matches(
            "^(PATH|LD_LIBRARY_PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|XDG_CONFIG_HOME|XDG_RUNTIME_DIR|BRIDGE_[A-Z_]+)=", variable));
        Assert.Subset(variables.ToHashSet(), new HashSet<string> { "TZ=Asia/Tokyo", "LC_TIME=C.UTF-8", "BRIDGE_WINDOW=every" });
        var secret = Assert.Single(variables, variable => variable.StartsWith("BRIDGE_SCRIPT_SECRET=", StringComparison.Ordinal));
        Assert.Matches("=[0-9a-f]{32,}$", secret);
        await EndAsync(bridge);
    }

    [Fact]
    public async Task Only_this_account_can_read_its_files()
    {
        await using var bridge = Start(("Bridge__Tokens__me__Value", Token));
        await CreateAsync(bridge);
        using var client = ClientOf(bridge);
        using var slot = await client.PostAsync("/emulators/red/slots/1/save", null);
        using var named = await client.PutAsync("/emulators/red/states/boss", null);
        Assert.Equal((true, true), (slot.IsSuccessStatusCode, named.IsSuccessStatusCode));

        var files = Directory.GetFiles(_games.Emulators, "*", SearchOption.AllDirectories)
            .Concat(Directory.GetFiles(_games.States, "*", SearchOption.AllDirectories)).ToArray();
        foreach (var name in (string[])[".bridge", "emulator.json", "log", "buttontest.sav", "buttontest.ss1", "boss.state"])
            Assert.Single(files, file => Path.GetFileName(file) == name);
        // The script is no secret.
        Assert.All(files.Where(file => Path.GetFileName(file) != "bridge.lua"),
            file => Assert.Equal((file, "600"), (file, ModeOf(file))));
        var folders = Directory.GetDirectories(_games.Emulators, "*", SearchOption.AllDirectories)
            .Concat(Directory.GetDirectories(_games.States, "*", SearchOption.AllDirectories));
        Assert.All([.. folders, _games.Emulators, _games.States], folder => Assert.Equal((folder, "700"), (folder, ModeOf(folder))));
        await EndAsync(bridge);
    }

    private static string ModeOf(string path) => Convert.ToString((int)File.GetUnixFileMode(path), 8);

    private static HttpClient ClientOf(BridgeProcess bridge) => new()
    {
        BaseAddress = bridge.Address, DefaultRequestHeaders = { { "Authorization", $"Bearer {Token}" } },
    };

    // Returns the emulator's process.
    private async Task<int> CreateAsync(BridgeProcess bridge)
    {
        await bridge.ListensAsync();
        using var client = ClientOf(bridge);
        await OnDemandBridge.CreateAsync(client, """, "name": "red" """);
        return Process.GetProcessesByName("mgba-host").Single(process =>
            new FileInfo($"/proc/{process.Id}/cwd").LinkTarget == Path.Combine(_games.Emulators, "red")).Id;
    }

    // Ends the bridge and its emulator, which outlives a bridge that is killed.
    private static async Task EndAsync(BridgeProcess bridge)
    {
        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await bridge.EndsAsync());
    }

    private BridgeProcess Start(params (string Name, string Value)[] environment) => new(environment,
        "--Bridge:Emulators:default:Port=1", $"--Bridge:RomFolder={_games.Roms}", $"--Bridge:StateFolder={_games.States}",
        $"--Bridge:OnDemand:Program={HostProgram.Path}", $"--Bridge:OnDemand:Folder={_games.Emulators}", "--Bridge:OnDemand:Warm=0");
}
