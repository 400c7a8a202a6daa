using System.Runtime.Versioning;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// A user's own mGBA window and bridge without a configured secret: the key file connects them and keeps other accounts out.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed class KeyFileTests : IAsyncDisposable
{
    private readonly GameFolders _folders = new();
    private readonly DirectoryInfo _keys = Directory.CreateTempSubdirectory("bridge-keys-");
    private readonly RealEmulator _emulator;
    private BridgeHost? _bridge;

    public KeyFileTests() =>
        _emulator = new RealEmulator(RealEmulator.ButtonTest, "--no-idle") { KeyFolder = _keys.FullName, HasKeyFile = false };

    private string KeyFile => Path.Combine(_keys.FullName, $"script-{_emulator.Port}.key");

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
        _folders.Dispose();
        _keys.Delete(recursive: true);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Either_side_may_start_first(bool isScriptFirst)
    {
        ScriptConnection? early = null;
        if (isScriptFirst)
        {
            await _emulator.StartAsync();
            early = await ScriptConnection.OpenAsync(_emulator.Port);
            Assert.StartsWith("1 ok ", await early.GreetAsync("stranger", ""), StringComparison.Ordinal);
            Assert.StartsWith("2 unsupported ", await early.AskAsync($"2 save.load 0 0 {_folders.Files}/buttontest.gba 1\n<|END|>"),
                StringComparison.Ordinal);
        }

        StartBridge();
        if (!isScriptFirst)
        {
            await _bridge!.ReachesAsync("no-emulator");
            await _emulator.StartAsync();
        }

        await _bridge!.ReachesAsync("running");
        if (early is not null)
            Assert.DoesNotContain(" ok ", await early.ReadToEndAsync(), StringComparison.Ordinal);
        early?.Dispose();
        await AssertStrangersAreRefusedAsync();
        var loaded = await _bridge.Client.AskForJsonAsync("POST", "/emulators/default/rom", """{"name": "Other Game (USA, Europe).gba"}""");
        Assert.Equal("OTHERGAME", loaded.GetProperty("game").GetProperty("title").GetString());
    }

    [Fact]
    public async Task A_rotated_key_counts_without_a_restart()
    {
        await _emulator.StartAsync();
        StartBridge();
        await _bridge!.ReachesAsync("running");
        var old = File.ReadLines(KeyFile).First();
        File.Delete(KeyFile);
        await File.WriteAllTextAsync(KeyFile, "another-secret-of-this-user\n");
        File.SetUnixFileMode(KeyFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Assert.StartsWith("1 unauthorized ", await GreetAsync(old), StringComparison.Ordinal);
        // The script closes the bridge's connections, and the bridge connects again with the new secret.
        Assert.StartsWith("1 ok ", await GreetAsync("another-secret-of-this-user"), StringComparison.Ordinal);
        await _bridge.ReachesAsync("running");
        await AssertStrangersAreRefusedAsync();
    }

    [Fact]
    public async Task A_bridge_that_can_not_use_the_key_file_reports_its_path_and_the_reason()
    {
        await File.WriteAllTextAsync(KeyFile, "a-secret-that-everybody-reads\n");
        File.SetUnixFileMode(KeyFile, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
        await _emulator.StartAsync();
        StartBridge();
        await _bridge!.ReachesAsync("wrong-secret");
        var told = await _bridge.Client.GetStringAsync("/health");
        Assert.Contains(KeyFile, told, StringComparison.Ordinal);
        Assert.Contains("others can read it", told, StringComparison.Ordinal);
    }

    private void StartBridge() => _bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{_emulator.Port}"),
        ("Bridge:KeyFolder", _keys.FullName), ("Bridge:RomFolder", _folders.Roms), ("Bridge:StateFolder", _folders.States)]);

    private async Task<string> GreetAsync(string secret)
    {
        using var client = await ScriptConnection.OpenAsync(_emulator.Port);
        return await client.GreetAsync("me", secret);
    }

    private async Task AssertStrangersAreRefusedAsync()
    {
        foreach (var secret in new[] { "", "wrong" })
            Assert.StartsWith("1 unauthorized ", await GreetAsync(secret), StringComparison.Ordinal);
    }
}
