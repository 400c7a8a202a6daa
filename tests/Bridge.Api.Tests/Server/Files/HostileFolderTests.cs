using System.Collections.Concurrent;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Tests.Features.States;

namespace Bridge.Api.Tests.Server.Files;

/// <summary>
/// Other accounts can write to the bridge's folders: they put pipes, sockets, devices and huge files there, or swap folders for links.
/// </summary>
public sealed class HostileFolderTests : IAsyncLifetime
{
    private const string States = "/emulators/default/states";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-hostile-");
    private readonly FakeEmulator _fake = new();
    private readonly ConcurrentQueue<string> _loaded = new();
    private readonly BridgeProcess _bridge;
    private readonly HttpClient _client;

    public HostileFolderTests()
    {
        foreach (var folder in (string[])[Files, Roms, OfGame, Outside])
            Directory.CreateDirectory(folder);
        _fake.Answers = AnswerAsync;
        _bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={_fake.Port}",
            $"--Bridge:FileFolder={Files}", $"--Bridge:RomFolder={Roms}",
            $"--Bridge:StateFolder={Path.Combine(_root.FullName, "states")}");
        _client = new HttpClient { BaseAddress = _bridge.Address, Timeout = Eventually.Patience };
    }

    private string Files => Path.Combine(_root.FullName, "files");

    private string Roms => Path.Combine(_root.FullName, "roms");

    private string OfGame => Path.Combine(_root.FullName, "states", "default", "BUTTONTEST-1a2b3c4d");

    private string Outside => Path.Combine(_root.FullName, "outside");

    public async ValueTask InitializeAsync()
    {
        await _bridge.ListensAsync();
        await Eventually.HoldsAsync(async () =>
            (await _client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString() == "running");
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _bridge.DisposeAsync();
        await _fake.DisposeAsync();
        Shell.Delete(_root);
    }

    [Fact]
    public async Task A_folder_swapped_for_a_link_gives_no_access_to_its_target()
    {
        var sub = Directory.CreateDirectory(Path.Combine(Files, "sub")).FullName;
        await File.WriteAllTextAsync(Path.Combine(sub, "a.ss1"), "state");
        await File.WriteAllTextAsync(Path.Combine(Outside, "a.ss1"), "secret");
        var (statuses, before) = (new HashSet<int>(), Descriptors());
        using (new SwappedFolder(sub, Outside))
        {
            for (var i = 0; i < 400; i++)
            {
                statuses.Add(await StatusAsync("POST", $"/core/screenshot?path=sub/{i}.png"));
                statuses.Add(await StatusAsync("POST", "/core/loadstatefile?path=sub/a.ss1"));
            }
        }

        Assert.Equal(["a.ss1"], Directory.GetFiles(Outside).Select(Path.GetFileName));
        Assert.All(_loaded, state => Assert.Equal("state", state));
        Assert.Equal([200, 400], statuses.Order());
        Assert.InRange(Descriptors(), 0, before + 20);
    }

    [Fact]
    public async Task A_state_folder_swapped_for_a_link_gives_no_access_to_its_target()
    {
        await File.WriteAllTextAsync(Path.Combine(OfGame, "a.state"), "state");
        await File.WriteAllTextAsync(Path.Combine(Outside, "a.state"), "secret");
        var (statuses, before) = (new HashSet<int>(), Descriptors());
        using (new SwappedFolder(OfGame, Outside))
        {
            for (var i = 0; i < 400; i++)
            {
                using var body = new ByteArrayContent("state"u8.ToArray()) { Headers = { { "Content-Type", "application/octet-stream" } } };
                using var saved = await _client.PutAsync($"{States}/{i % 50}", body);
                statuses.Add((int)saved.StatusCode);
                using var read = await _client.GetAsync($"{States}/a");
                Assert.NotEqual("secret", await read.Content.ReadAsStringAsync());
                statuses.Add(await StatusAsync("DELETE", $"{States}/{i % 50}"));
            }
        }

        Assert.Equal(["a.state"], Directory.GetFiles(Outside).Select(Path.GetFileName));
        Assert.Subset(new HashSet<int> { 200, 201, 204, 404, 500 }, statuses);
        Assert.Superset(new HashSet<int> { 201, 500 }, statuses);
        Assert.InRange(Descriptors(), 0, before + 20);
    }

    [Fact]
    public async Task Only_a_regular_file_is_a_state()
    {
        using var listener = MakeIrregular(OfGame, ".state");
        Shell.Run(OfGame, "printf state > good.state; truncate -s 2097153 large.state; truncate -s 1T huge.state");
        var before = Threads();
        var asked = Enumerable.Range(0, 60).Select(_ => StatusAsync("GET", $"{States}/pipe")).ToArray();
        for (var i = 0; i < 20; i++)
            Assert.Equal(200, await StatusAsync("GET", "/health/live"));
        Assert.All(await Task.WhenAll(asked), status => Assert.Equal(500, status));
        Assert.InRange(Threads(), 0, before + 20);

        foreach (var name in (string[])["pipe", "socket", "zero", "folder"])
        {
            foreach (var (method, path) in (IEnumerable<(string, string)>)[("GET", ""), ("POST", "/load"), ("PUT", ""), ("DELETE", "")])
                await AssertRefusedAsync(method, $"{States}/{name}{path}", 500, "storage-failed");
        }

        await AssertRefusedAsync("GET", $"{States}/large", 413, "too-large");
        await AssertRefusedAsync("POST", $"{States}/huge/load", 413, "too-large");
        Assert.Equal("state", await _client.GetStringAsync($"{States}/good"));
        Assert.Equal(["good", "huge", "large"], await NamesAsync(States, "states"));
        Assert.Empty(_loaded);
    }

    [Fact]
    public async Task Only_a_regular_file_is_read_or_written_by_its_path()
    {
        using var listener = MakeIrregular(Files, ".ss1");
        Shell.Run(Files, "truncate -s 1T huge.ss1; mkfifo folder.ss1/pipe");
        foreach (var name in (string[])["pipe.ss1", "socket.ss1", "zero.ss1", "folder.ss1", "folder.ss1/pipe"])
        {
            foreach (var route in (string[])["loadfile?", "loadsavefile?temporary=true&",
                "loadstatefile?", "savestatefile?", "screenshot?"])
                await AssertRefusedAsync("POST", $"/core/{route}path={name}", 400, "invalid-parameter");
        }

        await AssertRefusedAsync("POST", "/core/loadstatefile?path=huge.ss1", 413, "too-large");
        await AssertRefusedAsync("POST", "/core/screenshot?path=pipe.ss1/a.png", 404, "not-found");
        Assert.Empty(_fake.Commands);
    }

    [Fact]
    public async Task Only_a_regular_file_is_a_ROM()
    {
        using var listener = MakeIrregular(Roms, ".gba");
        Shell.Run(Roms, "printf rom > good.gba");
        Assert.Equal(["good.gba"], await NamesAsync("/emulators/default/roms", "roms"));
        foreach (var name in (string[])["pipe", "socket", "zero", "folder"])
            await AssertRefusedAsync("POST", "/emulators/default/rom", 404, "unknown-rom", $$"""{"name": "{{name}}.gba"}""");
        Assert.Empty(_fake.Commands);
    }

    [Theory]
    [InlineData("COM\u00B9")]
    [InlineData("lpt\u00B3")]
    [InlineData("Con")]
    [InlineData("CONIN$")]
    public async Task A_device_name_is_not_a_file_name(string device)
    {
        await File.WriteAllTextAsync(Path.Combine(Roms, $"{device}.gba"), "rom");
        await File.WriteAllTextAsync(Path.Combine(Files, $"{device}.ss1"), "state");
        Assert.Empty(await NamesAsync("/emulators/default/roms", "roms"));
        await AssertRefusedAsync("POST", "/emulators/default/rom", 400, "invalid-parameter", $$"""{"name": "{{device}}.gba"}""");
        await AssertRefusedAsync("GET", $"{States}/{Uri.EscapeDataString(device)}", 400, "invalid-parameter");
        await AssertRefusedAsync("POST", $"/core/loadstatefile?path={Uri.EscapeDataString(device)}.ss1", 400, "invalid-parameter");
        await AssertRefusedAsync("POST", $"/core/screenshot?path={Uri.EscapeDataString(device)}/a.png", 400, "invalid-parameter");
        Assert.Empty(_fake.Commands);
    }

    private static Socket MakeIrregular(string folder, string extension)
    {
        Shell.Run(folder, $"mkfifo pipe{extension}; ln -s /dev/zero zero{extension}; mkdir folder{extension}");
        var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(Path.Combine(folder, $"socket{extension}")));
        return listener;
    }

    private async Task<bool> AnswerAsync(FakeRequest request)
    {
        if (request.Command == "state.load")
            _loaded.Enqueue(Encoding.UTF8.GetString(request.Payload));
        await request.ReplyAsync("ok", [], request.Command == "state.save" ? SmallState.Bytes : "bytes"u8.ToArray());
        return true;
    }

    private async Task<int> StatusAsync(string method, string path)
    {
        using var response = await _client.AskAsync(method, path);
        return (int)response.StatusCode;
    }

    private async Task AssertRefusedAsync(string method, string path, int status, string anchor, string? json = null)
    {
        var problem = await _client.AskForProblemAsync(method, path, json);
        Assert.Equal((method, path, status, anchor), (method, path, problem.Status, problem.Anchor));
        Assert.DoesNotContain(_root.FullName, problem.Detail, StringComparison.Ordinal);
    }

    private async Task<string[]> NamesAsync(string path, string member) =>
        [.. (await _client.GetJsonAsync(path)).GetProperty(member).EnumerateArray()
            .Select(entry => entry.GetProperty("name").GetString()!)];

    private int Threads() => CountOf("task");

    private int Descriptors() => CountOf("fd");

    private int CountOf(string what) =>
        Directory.GetFileSystemEntries(string.Create(CultureInfo.InvariantCulture, $"/proc/{_bridge.Id}/{what}")).Length;
}
