using System.Globalization;
using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// Another account of this machine connects to the script's port, with host and bridge started like <c>./run.sh</c> does: with a secret
/// for both, and folders of ROMs and files. Needs root.
/// </summary>
public sealed class ForeignAccountScriptTests : IAsyncLifetime
{
    private const string Secret = "a-secret-of-both-sides";
    private const string Hello = $"1 hello 0 0 {ScriptProof.Version} stranger {ScriptProof.Nonce}\n<|END|>";
    private const string Treasure = "what nobody else may read";

    private readonly GameFolders _folders = new();
    private readonly RealEmulator _emulator = new() { Secret = Secret };
    private BridgeHost? _bridge;

    private string Loot => Path.Combine(_folders.Files, "private.sav");

    private HttpClient Client => _bridge!.Client;

    public async ValueTask InitializeAsync()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        await File.WriteAllTextAsync(Loot, Treasure + new string('.', 32768 - Treasure.Length));
        _emulator.Folders = [_folders.Roms, _folders.Files];
        await _emulator.StartAsync();
        _bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{_emulator.Port}"), ("Bridge:Emulators:default:Secret", Secret),
            ("Bridge:RomFolder", _folders.Roms), ("Bridge:FileFolder", _folders.Files), ("Bridge:StateFolder", _folders.States)]);
        await _bridge.ReachesAsync("running");
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
        _folders.Dispose();
    }

    [Theory]
    [InlineData("1 hello 0 0 2 stranger a-secret-of-both-sides\n<|END|>", "1 unsupported-version ")]
    [InlineData("1 hello 0 0 3 stranger -\n<|END|>", "0 bad-hello ")]
    [InlineData(Hello, "1 ok ")]
    [InlineData(Hello + "1 authenticate 0 0 -\n<|END|>", "1 ok ", "1 unauthorized ")]
    [InlineData(Hello + Hello, "1 ok ", "0 bad-hello ")]
    [InlineData("", "0 bad-hello ")]
    [InlineData("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200\r\n\r\n" + Hello, "0 bad-hello ")]
    public async Task Nothing_is_read_written_or_driven(string beginning, params string[] expected)
    {
        var commands = await CommandsAsync();
        foreach (var attack in new[]
        {
            $"2 save.load 0 0 {Loot} 1\n<|END|>3 state.save 0 0 2\n<|END|>",
            $"2 save.load 0 0 {Loot} 0\n<|END|>3 memory.write 0 4 134217728 cart0\nevil<|END|>4 reset 0 0\n<|END|>",
            $"2 rom.load 0 0 {Path.Combine(_folders.Roms, "revision.gba")} 1\n<|END|>",
            "2 buttons.press 0 0 1 60 1 0\n<|END|>3 reset 0 0\n<|END|>4 hold 0 0 stranger 60000\n<|END|>",
        })
        {
            var answer = await OtherAccount.AskAsync(_emulator.Port, beginning + attack);
            var replies = answer.Split("<|END|>", StringSplitOptions.RemoveEmptyEntries);
            // The first command is the message after hello if there is no authenticate.
            Assert.Equal(beginning == Hello ? [.. expected, "0 bad-hello "] : expected,
                replies.Select(reply => string.Join(' ', reply.Split(' ')[..2]) + ' '));
            Assert.DoesNotContain(Treasure, answer, StringComparison.Ordinal);
        }

        Assert.Equal(commands, await CommandsAsync());
        Assert.StartsWith(Treasure, await File.ReadAllTextAsync(Loot), StringComparison.Ordinal);
        Assert.Equal("BUTTONTEST", (await Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("title").GetString());
    }

    [Fact]
    public async Task The_bridge_loads_files_in_the_folders()
    {
        var loaded = await Client.AskForJsonAsync("POST", "/emulators/default/rom", """{"name": "Other Game (USA, Europe).gba"}""");
        Assert.Equal("OTHERGAME", loaded.GetProperty("game").GetProperty("title").GetString());
        using var save = await Client.PostAsync($"/core/loadsavefile?path={Uri.EscapeDataString(Loot)}&temporary=true", null);
        Assert.True(save.IsSuccessStatusCode, await save.Content.ReadAsStringAsync());
    }

    // Even with the secret, as in a bug of the bridge or a second bridge, a client gets no further.
    [Fact]
    public async Task A_client_with_the_secret_gets_no_file_outside_the_folders()
    {
        using var client = await ScriptConnection.OpenAsync(_emulator.Port);
        Assert.StartsWith("1 ok ", await client.GreetAsync("insider", Secret), StringComparison.Ordinal);
        foreach (var path in new[] { "/etc/shadow", $"{_folders.Files}/../private", _folders.Files + "2/private.sav", "private.sav" })
        {
            Assert.StartsWith("2 unsupported ", await client.AskAsync($"2 save.load 0 0 {path} 1\n<|END|>"), StringComparison.Ordinal);
            Assert.StartsWith("3 unsupported ", await client.AskAsync($"3 rom.load 0 0 {path} 1\n<|END|>"), StringComparison.Ordinal);
        }
    }

    private async Task<long> CommandsAsync()
    {
        using var client = await ScriptConnection.OpenAsync(_emulator.Port);
        var facts = await client.GreetAsync("counter", Secret);
        var match = Regex.Match(facts, " commands=([0-9]+)");
        Assert.True(match.Success, facts);
        return long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);
    }
}
