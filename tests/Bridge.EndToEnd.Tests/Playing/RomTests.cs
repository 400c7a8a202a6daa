using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>ROMs of the folder are listed and loaded; GameFolders says what each file is.</summary>
public sealed class RomTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncDisposable
{
    private const string Other = "Other Game (USA, Europe).gba";

    private HttpClient Client => game.Client;

    public async ValueTask DisposeAsync() => await LoadAsync("buttontest.gba");

    [Fact]
    public async Task The_folder_lists_its_ROMs_and_nothing_else()
    {
        var roms = (await Client.GetJsonAsync("/emulators/default/roms")).GetProperty("roms").EnumerateArray().ToArray();
        Assert.Equal(
            ["buttontest.gba", "cut.gba", "empty.gba", "garbage.gba", "loop.gb", Other, "revision.gba"],
            roms.Select(rom => rom.GetProperty("name").GetString()));
        Assert.Equal(4096, roms[0].GetProperty("size").GetInt64());
    }

    [Fact]
    public async Task Another_ROM_is_another_game_with_its_own_facts_saves_and_states()
    {
        // Another test may have loaded another game.
        await LoadAsync("buttontest.gba");
        await game.PlaysAsync();
        await game.WriteAsync("0x02000200", 0x1111);
        await game.PlayOnAsync(3);
        await Client.PutAsync("/emulators/default/states/mine", null);
        var state = await SavedState.GetAsync(Client);
        var press = Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "hold": 3600}""");
        await Eventually.HoldsAsync(async () => (await game.ReadAsync("0x02000004") & 1) == 1, "the press runs");
        await Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Right"]}""");

        var loaded = await LoadAsync(Other);
        Assert.Equal(("OTHERGAME", "AOGE"),
            (loaded.GetProperty("game").GetProperty("title").GetString(), loaded.GetProperty("game").GetProperty("code").GetString()));
        Assert.InRange(loaded.GetProperty("frame").GetInt64(), 0, 300);
        using (var dropped = await press)
            Assert.Equal((409, "interrupted"), Short(await RunningGame.RefusalAsync(dropped)));
        Assert.Equal("OTHERGAME", (await Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("title").GetString());
        using (var ready = await Client.GetAsync("/health/ready"))
            Assert.Equal(200, (int)ready.StatusCode);

        await game.PlaysAsync();
        Assert.Equal(0, await game.ReadAsync("0x02000200")); // its save is empty
        Assert.Equal(0, await game.ReadAsync("0x02000004")); // and no button is down
        Assert.Equal("OTHERGAME", System.Text.Encoding.ASCII.GetString(await BytesAsync("0x080000A0", 9)));
        Assert.Empty((await Client.GetJsonAsync("/emulators/default/states")).GetProperty("states").EnumerateArray());
        using (var refused = await SavedState.PutAsync(Client, state.Bytes))
        {
            var (status, anchor, detail) = await RunningGame.RefusalAsync(refused);
            Assert.Equal((422, "refused-state"), (status, anchor));
            Assert.Contains("BUTTONTEST", detail, StringComparison.Ordinal);
        }

        await LoadAsync("buttontest.gba");
        await game.PlaysAsync();
        Assert.Equal(0x1111, await game.ReadAsync("0x02000200"));
        await Client.AskForJsonAsync("POST", "/emulators/default/states/mine/load");
        await Client.DeleteAsync("/emulators/default/states/mine");
        Assert.True(File.Exists(Path.Combine(game.Emulator.SaveFolder, "Other Game (USA, Europe).sav")));
    }

    [Fact]
    public async Task A_state_of_another_version_of_the_game_is_refused()
    {
        var state = await SavedState.GetAsync(Client);
        await LoadAsync("revision.gba");
        using var refused = await SavedState.PutAsync(Client, state.Bytes);
        Assert.Equal((422, "refused-state"), Short(await RunningGame.RefusalAsync(refused)));
        await game.PlaysAsync();
    }

    [Fact]
    [Trait("Needs", "host")]
    public async Task A_game_of_another_console_is_loaded_and_a_hold_continues()
    {
        var hold = await Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", """{"leaseSeconds": 60}""");
        var loaded = await LoadAsync("loop.gb");
        Assert.Equal(("LOOP", "GB", "DMG", "loop.gb"),
            (Text(loaded, "title"), Text(loaded, "platform"), Text(loaded, "model"), Text(loaded, "file")));
        Assert.Equal("held", (await Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
        await Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 2}""");
        var picture = new PngPicture(await Client.GetByteArrayAsync("/emulators/default/screen"));
        Assert.Equal((160, 144), (picture.Width, picture.Height));
        await Client.AskForJsonAsync("DELETE", $"/emulators/default/frames/hold?lease={hold.GetProperty("lease").GetString()}");
        loaded = await LoadAsync("buttontest.gba");
        Assert.Equal(("GBA", "AGB"), (Text(loaded, "platform"), Text(loaded, "model")));
        await game.PlaysAsync();
    }

    [Fact]
    [Trait("Needs", "host")]
    public async Task A_save_file_that_is_not_writable_is_reported_and_the_game_runs()
    {
        var inTheWay = Path.Combine(game.Emulator.SaveFolder, "revision.sav");
        File.Delete(inTheWay);
        Directory.CreateDirectory(inTheWay);
        var save = (await LoadAsync("revision.gba")).GetProperty("game").GetProperty("save");
        Assert.False(save.GetProperty("writable").GetBoolean());
        Assert.Contains("revision.sav", save.GetProperty("problem").GetString(), StringComparison.Ordinal);
        await game.PlaysAsync();
        var now = (await Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("save");
        Assert.Equal(save.GetRawText(), now.GetRawText());
        save = (await LoadAsync(Other)).GetProperty("game").GetProperty("save");
        Assert.True(save.GetProperty("writable").GetBoolean());
        Assert.Equal(Path.Combine(game.Emulator.SaveFolder, Path.ChangeExtension(Other, ".sav")), save.GetProperty("path").GetString());
    }

    [Theory]
    [InlineData("garbage.gba", 400, "bad-request")]
    [InlineData("empty.gba", 400, "bad-request")]
    [InlineData("cut.gba", 400, "bad-request")]
    [InlineData("link.gba", 404, "unknown-rom")]
    [InlineData("readme.txt", 404, "unknown-rom")]
    [InlineData("nothing.gba", 404, "unknown-rom")]
    [InlineData("BUTTONTEST.GBA", 404, "unknown-rom")]
    [InlineData("buttontest.gba.", 404, "unknown-rom")]
    [InlineData("buttontest.gba ", 404, "unknown-rom")]
    [InlineData("NUL", 400, "invalid-parameter")]
    [InlineData("", 400, "invalid-parameter")]
    [InlineData("../roms/buttontest.gba", 400, "invalid-parameter")]
    [InlineData("..\\\\roms\\\\buttontest.gba", 400, "invalid-parameter")]
    [InlineData("/etc/passwd", 400, "invalid-parameter")]
    [InlineData("buttontest.gba:stream", 400, "invalid-parameter")]
    [InlineData("button\\u0000test.gba", 400, "invalid-parameter")]
    [InlineData("button\\ntest.gba", 400, "invalid-parameter")]
    public async Task A_file_that_is_not_a_ROM_is_refused_and_the_game_keeps_running(string name, int status, string anchor)
    {
        var counted = await game.ReadAsync("0x02000000", "u32");
        using var response = await Client.AskAsync("POST", "/emulators/default/rom", $$"""{"name": "{{name}}"}""");
        var problem = await RunningGame.RefusalAsync(response);
        Assert.Equal((status, anchor), Short(problem));
        Assert.DoesNotContain(game.RomFolder, problem.Detail, StringComparison.Ordinal);
        await game.PlayOnAsync(2);
        Assert.True(await game.ReadAsync("0x02000000", "u32") > counted, "the same game continues");
        Assert.Equal("BUTTONTEST", (await Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("title").GetString());
    }

    // The client may ask for a name in another Unicode form, composed or decomposed, than the file has.
    [Theory]
    [InlineData("Pok\u00E9mon \u30DD\u30B1 \uD3EC.gba", "Poke\u0301mon \u30DB\u309A\u30B1 \u1111\u1169.gba")]
    [InlineData("Poke\u0301mon \u30DB\u309A\u30B1 \u1111\u1169.gba", "Pok\u00E9mon \u30DD\u30B1 \uD3EC.gba")]
    [InlineData("It's \"100%\" 🎮: a\\b [!] .gba", "It's \"100%\" 🎮: a\\b [!] .gba")]
    [InlineData("line\nfeed.gba", "line\nfeed.gba")]
    public async Task A_ROM_with_any_name_is_loaded(string there, string asked)
    {
        using var file = Copied(Other, there);
        var listed = (await Client.GetJsonAsync("/emulators/default/roms")).GetProperty("roms").EnumerateArray()
            .Select(rom => rom.GetProperty("name").GetString());
        Assert.Contains(there, listed);
        var loaded = await Client.AskForJsonAsync("POST", "/emulators/default/rom", JsonSerializer.Serialize(new { name = asked }));
        Assert.Equal((there, "OTHERGAME"),
            (loaded.GetProperty("name").GetString(), loaded.GetProperty("game").GetProperty("title").GetString()));
        await game.PlaysAsync();
    }

    [Fact]
    public async Task Of_two_names_that_differ_only_in_their_form_each_is_loaded_by_its_own()
    {
        using var composed = Copied(Other, "\u00E9.gba");
        using var decomposed = Copied("revision.gba", "e\u0301.gba");
        Assert.Equal("OTHERGAME", (await LoadAsync("\u00E9.gba")).GetProperty("game").GetProperty("title").GetString());
        Assert.Equal("BUTTONTEST", (await LoadAsync("e\u0301.gba")).GetProperty("game").GetProperty("title").GetString());
    }

    [Fact]
    public async Task A_name_that_is_not_UTF8_and_a_pipe_are_ignored()
    {
        Shell.Run(game.RomFolder, """cp buttontest.gba "$(printf 'bad\377.gba')"; mkfifo pipe.gba""");
        try
        {
            var listed = (await Client.GetJsonAsync("/emulators/default/roms")).GetProperty("roms").EnumerateArray()
                .Select(rom => rom.GetProperty("name").GetString()).ToArray();
            Assert.Contains("buttontest.gba", listed);
            Assert.DoesNotContain("bad\uFFFD.gba", listed);
            Assert.DoesNotContain("pipe.gba", listed);
            await A_file_that_is_not_a_ROM_is_refused_and_the_game_keeps_running("bad\uFFFD.gba", 404, "unknown-rom");
            await A_file_that_is_not_a_ROM_is_refused_and_the_game_keeps_running("pipe.gba", 404, "unknown-rom");
        }
        finally
        {
            Shell.Run(game.RomFolder, """rm -f "$(printf 'bad\377.gba')" pipe.gba""");
        }
    }

    private Task<JsonElement> LoadAsync(string name) =>
        Client.AskForJsonAsync("POST", "/emulators/default/rom", $$"""{"name": "{{name}}"}""");

    private static string? Text(JsonElement loaded, string member) => loaded.GetProperty("game").GetProperty(member).GetString();

    private TemporaryRom Copied(string rom, string name) => new(Path.Combine(game.RomFolder, rom), Path.Combine(game.RomFolder, name));

    private async Task<byte[]> BytesAsync(string address, int length) =>
        Convert.FromHexString((await Client.GetJsonAsync($"/emulators/default/memory/{address}?length={length}"))
            .GetProperty("hex").GetString()!);

    private static (int Status, string Anchor) Short((int Status, string Anchor, string Detail) problem) =>
        (problem.Status, problem.Anchor);
}

/// <summary>A ROM of the folder under another name, for one test.</summary>
internal sealed class TemporaryRom : IDisposable
{
    private readonly string _path;

    public TemporaryRom(string source, string path)
    {
        _path = path;
        File.Copy(source, path);
    }

    public void Dispose() => File.Delete(_path);
}
