using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Bridge.Testing.Http;

/// <summary>A bridge without an emulator that clients can create emulators on, with a folder of its own.</summary>
public sealed class OnDemandBridge : IAsyncLifetime
{
    private readonly GameFolders _games = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-emulators-");
    private BridgeHost? _bridge;

    public HttpClient Client => _bridge!.Client;

    public BridgeHost Bridge => _bridge!;

    public string RomFolder => _games.Roms;

    /// <summary>Gets the folder of all emulators.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Gets the settings that a bridge needs to create emulators, and to take over those of another with these settings.</summary>
    public (string Name, string Value)[] Settings =>
    [
        ("Bridge:Emulators:default:Port", "1"), ("Bridge:RomFolder", _games.Roms), ("Bridge:StateFolder", _games.States),
        ("Bridge:Movies:Folder", _games.Movies), ("Bridge:Notebook:Folder", _games.Notebooks),
        ("Bridge:OnDemand:Program", HostProgram.Path), ("Bridge:OnDemand:Folder", _folder.FullName), ("Bridge:OnDemand:Max", "4"),
    ];

    public async ValueTask InitializeAsync()
    {
        await HostProgram.BuildAsync();
        _bridge = new BridgeHost(Settings);
    }

    public async ValueTask DisposeAsync()
    {
        await _bridge!.DisposeAsync();
        DeleteAll();
    }

    /// <summary>Ends the emulators of a bridge that was killed, and deletes the folders.</summary>
    public void DeleteAll()
    {
        // The games of a vector end with its process.
        foreach (var id in Processes())
            ProcessSignals.KillIfRunning(id);
        Assert.True(SpinWait.SpinUntil(() => Processes().Length == 0, Eventually.Patience), "Processes of emulators don't end.");
        _games.Dispose();
        _folder.Delete(recursive: true);
    }

    /// <summary>Creates an emulator.</summary>
    public Task<JsonElement> CreateAsync(string more = "") => CreateAsync(Client, more);

    /// <summary>Creates an emulator with another bridge. <paramref name="more"/> are further members of the body, after a comma.</summary>
    public static async Task<JsonElement> CreateAsync(HttpClient client, string more = "")
    {
        using var response = await client.AskAsync("POST", "/emulators", $$"""{"rom": "buttontest.gba"{{more}}}""");
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 201, $"{(int)response.StatusCode}: {text}");
        var created = JsonDocument.Parse(text).RootElement;
        Assert.Equal(response.Headers.Location!.ToString(), created.GetProperty("url").GetString());
        return created;
    }

    /// <summary>Ends an emulator.</summary>
    public async Task EndAsync(string name)
    {
        using var response = await Client.AskAsync("DELETE", $"/emulators/{name}");
        Assert.Equal(204, (int)response.StatusCode);
    }

    /// <summary>Ends all, so that the next test has all places.</summary>
    public async Task EndAllAsync() => await Task.WhenAll((await NamesAsync()).Select(EndAsync));

    /// <summary>Returns the names of the created emulators.</summary>
    public async Task<string[]> NamesAsync(string query = "") =>
        [.. (await Client.GetJsonAsync($"/emulators{query}")).GetProperty("emulators").EnumerateArray()
            .Where(emulator => emulator.TryGetProperty("created", out _)).Select(NameOf)];

    public static string NameOf(JsonElement emulator) => emulator.GetProperty("name").GetString()!;

    /// <summary>Returns the processes of all emulators of this folder, warm ones too.</summary>
    public int[] Processes() =>
        [.. Process.GetProcessesByName("mgba-host").Select(process => process.Id).Where(id => FolderOf(id)?.StartsWith(
            _folder.FullName, StringComparison.Ordinal) == true)];

    /// <summary>Returns the process of an emulator.</summary>
    public int ProcessOf(string name) => Assert.Single(Processes(), id => FolderOf(id) == Path.Combine(_folder.FullName, name));

    /// <summary>Returns the names of the emulators that have a folder, without warm ones and those that have ended.</summary>
    public string[] Folders() => [.. _folder.EnumerateDirectories()
        .Where(folder => folder.Name[0] != '.' && File.Exists(Path.Combine(folder.FullName, "log"))).Select(folder => folder.Name)];

    /// <summary>Returns the secret of an emulator's script.</summary>
    public string SecretOf(string name) =>
        JsonDocument.Parse(File.ReadAllText(FileOf(name, "emulator.json"))).RootElement.GetProperty("secret").GetString()!;

    /// <summary>Returns the path of a file in an emulator's folder.</summary>
    public string FileOf(string name, string file) => Path.Combine(_folder.FullName, name, file);

    /// <summary>Waits until an emulator is warm.</summary>
    /// <returns>Its process.</returns>
    public async Task<int> WarmAsync()
    {
        FileInfo? log = null;
        await Eventually.HoldsAsync(() => (log = _folder.EnumerateDirectories(".warm-*")
            .Select(folder => new FileInfo(Path.Combine(folder.FullName, "log")))
            .FirstOrDefault(file => file.Exists && File.ReadAllText(file.FullName).Contains("Paused.", StringComparison.Ordinal)))
            is not null, "an emulator is warm");
        return ProcessOf(log!.Directory!.Name);
    }

    /// <summary>Returns how often the ROM saw button A go down.</summary>
    public static async Task<int> PressesAsync(HttpClient client, string name) =>
        (await client.GetJsonAsync($"/emulators/{name}/memory/0x02000020?type=u16")).GetProperty("value").GetInt32();

    private static string? FolderOf(int process) =>
        new FileInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/cwd")).LinkTarget;
}
