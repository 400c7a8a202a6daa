using System.Diagnostics;
using System.Runtime.Versioning;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>The bridge runs only code and deletes only files in the folder for emulators that it put there itself.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ForeignFolderTests : IAsyncLifetime
{
    private readonly GameFolders _games = new();

    public async ValueTask InitializeAsync() => await HostProgram.BuildAsync();

    public ValueTask DisposeAsync()
    {
        _games.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Files_of_others_in_the_folder_stay()
    {
        var outside = Path.Combine(_games.Files, "saves");
        foreach (var folder in (string[])[outside, Of("red/saves"), Of(".warm-mine/saves"), Of("half"), Of(".vectors/red")])
        {
            Directory.CreateDirectory(folder);
            File.WriteAllText(Path.Combine(folder, "file"), "mine");
        }

        // As in a folder that an emulator has left: the bridge keeps the saves of such a folder, and deletes all else.
        File.WriteAllText(Of("red/notes"), "mine");
        File.CreateSymbolicLink(Of("linked"), _games.Files);
        var before = Entries();

        await using var bridge = Start();
        await bridge.ListensAsync();
        Assert.Equal(before, Entries());
        using var client = new HttpClient { BaseAddress = bridge.Address };
        foreach (var name in (string[])["red", "linked"])
        {
            using var refused = await client.AskAsync("POST", "/emulators", $$"""{"rom": "buttontest.gba", "name": "{{name}}"}""");
            Assert.Equal((409, "conflict", $"name must be new; the folder for emulators has a \"{name}\" that no bridge created."),
                await RunningGame.RefusalAsync(refused));
        }

        using var vector = await client.AskAsync("POST", "/vectors", """{"rom": "buttontest.gba", "count": 1, "name": "red"}""");
        Assert.Equal("name must be new; the folder for vectors has a \"red\" that no bridge created.",
            (await RunningGame.RefusalAsync(vector)).Detail);

        var created = OnDemandBridge.NameOf(await OnDemandBridge.CreateAsync(client));
        using var ended = await client.DeleteAsync($"/emulators/{created}");
        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await bridge.EndsAsync());

        Assert.Equal(before, Entries());
        Assert.Single(bridge.Output.Split('\n'), line => line.Contains("4 folders that no bridge created", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Saves_of_a_chosen_name_are_found_by_the_next_bridge_and_the_rest_is_deleted()
    {
        await using (var first = Start())
        {
            await first.ListensAsync();
            using var client = new HttpClient { BaseAddress = first.Address };
            await OnDemandBridge.CreateAsync(client, """, "name": "red" """);
            using var ended = await client.DeleteAsync("/emulators/red");
            Assert.Equal([".bridge", "saves"], Directory.GetFileSystemEntries(Of("red")).Select(Path.GetFileName).Order());
        }

        Directory.CreateDirectory(Of("blue/saves"));
        File.WriteAllText(Of("blue/.bridge"), "");
        await using var next = Start();
        await next.ListensAsync();

        Assert.True(File.Exists(Of("red/saves/buttontest.sav")));
        Assert.False(Directory.Exists(Of("blue")));
    }

    // 0777, 01777 and 0770.
    [Theory]
    [InlineData(0x1FF, "can be written to by other accounts; take that from them with chmod go-w, or use another folder")]
    [InlineData(0x3FF, "can be written to by other accounts; take that from them with chmod go-w, or use another folder")]
    [InlineData(0x1F8, "can be written to by other accounts; take that from them with chmod go-w, or use another folder")]
    public async Task A_folder_that_others_can_write_to_is_not_used(int mode, string problem)
    {
        Directory.CreateDirectory(_games.Emulators);
        File.SetUnixFileMode(_games.Emulators, (UnixFileMode)mode);
        await IsNotUsedAsync(problem);
    }

    [Fact]
    public async Task A_folder_of_another_account_is_not_used()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        Directory.CreateDirectory(_games.Emulators);
        Give(_games.Emulators);
        await IsNotUsedAsync($"belongs to another account ({OtherAccount.User}); use a folder of this account");
    }

    [Fact]
    public async Task A_link_of_another_account_is_not_used()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        File.CreateSymbolicLink(_games.Emulators, _games.Files);
        Give(_games.Emulators);
        await IsNotUsedAsync($"is a link of another account ({OtherAccount.User}); use a folder of this account");
    }

    private async Task IsNotUsedAsync(string problem)
    {
        var script = Path.Combine(_games.Emulators, "bridge.lua");
        var marker = Path.Combine(_games.States, "foreign-code-ran");
        var foreign = $"os.execute('touch {marker}')";
        File.WriteAllText(script, foreign);
        Directory.CreateDirectory(Of("red/saves"));
        var before = Entries();

        await using var bridge = Start();
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        using var refused = await client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba"}""");

        var (status, type, detail) = await RunningGame.RefusalAsync(refused);
        Assert.Equal((500, "storage-failed"), (status, type));
        var sentence = $"The folder {_games.Emulators} {problem}.";
        Assert.EndsWith(sentence, detail, StringComparison.Ordinal);
        Assert.Contains(sentence, bridge.Output, StringComparison.Ordinal);
        Assert.Equal(before, Entries());
        Assert.Equal(foreign, await File.ReadAllTextAsync(script));
        Assert.False(File.Exists(marker));
    }

    private BridgeProcess Start() => new(
        "--Bridge:Emulators:default:Port=1", $"--Bridge:RomFolder={_games.Roms}", $"--Bridge:StateFolder={_games.States}",
        $"--Bridge:OnDemand:Program={HostProgram.Path}", $"--Bridge:OnDemand:Folder={_games.Emulators}", "--Bridge:OnDemand:Warm=0");

    private string Of(string path) => Path.Combine(_games.Emulators, path);

    // All files of the folder and below the link's target, except those that belong to the bridge.
    private string[] Entries() => [.. new[] { _games.Emulators, _games.Files }
        .SelectMany(folder => Directory.EnumerateFileSystemEntries(folder, "*", SearchOption.AllDirectories))
        .Where(path => path != Of(".lock") && path != Of("bridge.lua")).Order()];

    private static void Give(string path)
    {
        using var chown = Process.Start("chown", ["-h", $"{OtherAccount.User}", path]);
        chown.WaitForExit();
        Assert.Equal(0, chown.ExitCode);
    }
}
