using Bridge.EndToEnd.Tests.Mcp;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Files;

/// <summary>Every request that writes a file, on a disk without space.</summary>
public sealed class FullDiskTests : IAsyncLifetime
{
    private readonly SmallDisk? _disk = SmallDisk.TryMount();
    private readonly RealEmulator _emulator = new();
    private BridgeHost? _bridge;

    private BridgeHost Bridge => _bridge!;

    public async ValueTask InitializeAsync()
    {
        Assert.SkipWhen(_disk is null, "Mounting a small disk needs root.");
        await _emulator.StartAsync();
        var folder = _disk.Folder;
        _bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"),
            ("Bridge:StateFolder", Directory.CreateDirectory(Path.Combine(folder, "states")).FullName),
            ("Bridge:Movies:Folder", Path.Combine(folder, "movies")), ("Bridge:Notebook:Folder", Path.Combine(folder, "notebooks")),
            ("Bridge:FileFolder", Directory.CreateDirectory(Path.Combine(folder, "files")).FullName),
            ("Bridge:RomFolder", RepositoryRoot.Combine("emulator", "rom")), ("Bridge:OnDemand:Program", HostProgram.Path),
            ("Bridge:OnDemand:Folder", Path.Combine(folder, "emulators")));
        await _bridge.ReachesAsync("running");
        _disk.Fill();
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
        _disk?.Dispose();
    }

    [Theory]
    [InlineData("PUT", "/emulators/default/states/one", "named states")]
    [InlineData("POST", "/emulators/default/movies/one", "named movies")]
    [InlineData("POST", "/core/savestatefile?path=one.ss1", "this file")]
    [InlineData("POST", "/core/screenshot?path=one.png", "this file")]
    public async Task It_is_refused_with_the_reason_and_leaves_nothing(string method, string path, string what)
    {
        var before = Files();
        using (var refused = await Bridge.Client.AskAsync(method, path))
        {
            Assert.Equal(
                (507, "storage-full", $"No space is left for {what}: the disk is full, or a quota is used up. Nothing was saved."),
                await RunningGame.RefusalAsync(refused));
        }

        Assert.Equal(before, Files());
        _disk!.MakeRoom();
        using var saved = await Bridge.Client.AskAsync(method, path);
        Assert.InRange((int)saved.StatusCode, 200, 201);
    }

    [Fact]
    public async Task A_named_state_is_not_replaced_by_a_part_of_another()
    {
        _disk!.MakeRoom();
        using (var saved = await Bridge.Client.AskAsync("PUT", "/emulators/default/states/one"))
            Assert.Equal(201, (int)saved.StatusCode);
        var state = await Bridge.Client.GetByteArrayAsync("/emulators/default/states/one");
        _disk.Fill();
        using var refused = await Bridge.Client.AskAsync("PUT", "/emulators/default/states/one");
        Assert.Equal(507, (int)refused.StatusCode);
        Assert.Equal(state, await Bridge.Client.GetByteArrayAsync("/emulators/default/states/one"));
    }

    [Fact]
    public async Task A_notebook_is_not_changed()
    {
        const string Notebook = "/emulators/default/notebook";
        _disk!.MakeRoom();
        await Bridge.Client.AskForJsonAsync("PUT", Notebook, """{"notes": [{"text": "Kept"}]}""");
        _disk.Fill();
        // Longer than the block of the disk that its file has already.
        var text = new string('x', 600);
        var notes = string.Join(',', Enumerable.Repeat($$"""{"text": "{{text}}"}""", 100));
        using var refused = await Bridge.Client.AskAsync("PUT", Notebook, $$"""{"notes": [{{notes}}]}""");
        Assert.Equal(
            (507, "storage-full", "No space is left for notebooks: the disk is full, or a quota is used up. Nothing was saved."),
            await RunningGame.RefusalAsync(refused));
        Assert.Contains("Kept", await Bridge.Client.GetStringAsync(Notebook), StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_emulator_is_created()
    {
        using var refused = await Bridge.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba"}""");
        var (status, type, _) = await RunningGame.RefusalAsync(refused);
        Assert.Equal((507, "storage-full"), (status, type));
        var emulators = await Bridge.Client.GetJsonAsync("/emulators");
        Assert.Equal(1, emulators.GetProperty("emulators").GetArrayLength());
    }

    [Fact]
    public async Task A_tool_says_so()
    {
        await using var client = await ModelGame.ConnectAsync(Bridge.Client.BaseAddress!, "2026-07-28");
        var refused = await client.CallToolAsync("state_save", new Dictionary<string, object?> { ["name"] = "one" });
        Assert.StartsWith("storage-full: No space is left for named states",
            Assert.IsType<TextContentBlock>(Assert.Single(refused.Content)).Text, StringComparison.Ordinal);
    }

    private string[] Files() => [.. Directory.EnumerateFileSystemEntries(_disk!.Folder, "*", SearchOption.AllDirectories)
        .Where(path => !Directory.Exists(path)).Order(StringComparer.Ordinal)];
}
