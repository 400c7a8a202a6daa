using System.Globalization;
using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.MgbaHttp;

/// <summary>The effects of the mGBA-http routes on the game, above all those that differ from mGBA-http's own.</summary>
public sealed class EffectTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>, IAsyncLifetime
{
    // Keys are bits in mGBA's order: A 1, B 2, Select 4, Start 8, Right 16, Left 32, Up 64, Down 128, R 256, L 512.
    private const int TapFrames = 16;

    public async ValueTask InitializeAsync() => await game.PlaysAsync();

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await game.ReleaseAllAsync();
    }

    [Fact]
    public async Task A_state_that_is_loaded_during_a_hold_leaves_no_button_down()
    {
        await game.AskAsync("POST", "/mgba-http/button/hold?button=Right&duration=20");
        await game.AskAsync("POST", "/core/loadstateslot?slot=9");
        await game.QueueEmptiesAsync();
        await game.PlayOnAsync(3);
        Assert.Equal("0", await game.AskAsync("GET", "/core/getkeys"));
    }

    [Fact]
    public async Task Keys_are_added_cleared_and_set()
    {
        await game.AskAsync("POST", "/core/setkeys?keys=3");
        await game.AskAsync("POST", "/core/addkey?key=4");
        await game.AskAsync("POST", "/mgba-http/button/addmany?buttons=Start&buttons=L");
        await game.AskAsync("POST", "/core/clearkeys?keyBitmask=1");
        await game.AskAsync("POST", "/mgba-http/button/clear?button=Start");
        Assert.Equal(("530", "1", "0", "B,Right,L"),
            (await game.AskAsync("GET", "/core/getkeys"), await game.AskAsync("GET", "/core/getkey?key=4"),
            await game.AskAsync("GET", "/mgba-http/button/get?button=start"), await game.AskAsync("GET", "/mgba-http/button/getall")));
    }

    [Fact]
    public async Task A_change_of_keys_is_visible_at_once()
    {
        await game.AskAsync("POST", "/core/addkeys?keyBitmask=12");
        Assert.Equal("12", await game.AskAsync("GET", "/core/getkeys"));
        await game.AskAsync("POST", "/core/clearkey?key=2");
        Assert.Equal(("0", "1"), (await game.AskAsync("GET", "/core/getkey?key=2"), await game.AskAsync("GET", "/core/getkey?key=3")));
        await game.AskAsync("POST", "/core/addkey?key=9");
        await game.AskAsync("POST", "/core/setkeys?keys=5");
        Assert.Equal(("5", "A,Select"),
            (await game.AskAsync("GET", "/core/getkeys"), await game.AskAsync("GET", "/mgba-http/button/getall")));
        await game.AskAsync("POST", "/mgba-http/button/addmany?buttons=B&buttons=Up");
        await game.AskAsync("POST", "/mgba-http/button/clear?button=A");
        Assert.Equal(("1", "0"),
            (await game.AskAsync("GET", "/mgba-http/button/get?button=Up"), await game.AskAsync("GET", "/mgba-http/button/get?button=A")));
        await game.AskAsync("POST", "/core/clearkeys?keyBitmask=1023");
        Assert.Equal("0", await game.AskAsync("GET", "/core/getkeys"));
    }

    [Theory]
    [InlineData("/core/addkey?key=5")]
    [InlineData("/core/addkeys?keyBitmask=32")]
    [InlineData("/core/setkeys?keys=32")]
    [InlineData("/mgba-http/button/add?button=Left")]
    [InlineData("/mgba-http/button/addmany?buttons=Left")]
    public async Task A_button_can_be_held_during_a_tap_and_stays_down_after_it(string path)
    {
        var before = (await game.PressesAsync(Button.Left), await game.FramesDownAsync(Button.Left));
        await game.AskAsync("POST", "/mgba-http/button/tap?button=Left");
        await game.AskAsync("POST", path);
        await game.QueueEmptiesAsync();
        await game.PlayOnAsync(5);
        Assert.Equal("1", await game.AskAsync("GET", "/core/getkey?key=5"));
        await game.AskAsync("POST", "/core/clearkey?key=5");
        await game.PlayOnAsync(2);
        Assert.Equal(before.Item1 + 1, await game.PressesAsync(Button.Left));
        Assert.True(await game.FramesDownAsync(Button.Left) >= before.Item2 + TapFrames + 5, "the button was down for longer than the tap");
    }

    [Fact]
    public async Task Written_values_are_read_back()
    {
        await game.AskAsync("POST", "/core/write8?address=0x02000310&value=-2");
        await game.AskAsync("POST", "/core/write16?address=0x02000311&value=43981");
        await game.AskAsync("POST", "/memorydomain/write32?memoryDomain=wram&address=0x313&value=4294967294");
        Assert.Equal("fe,cd,ab,fe,ff,ff,ff", await game.AskAsync("GET", "/core/readrange?address=0x02000310&length=7"));
        Assert.Equal(("254", "4294967294"),
            (await game.AskAsync("GET", "/core/read8?address=0x02000310"), await game.AskAsync("GET", "/core/read32?address=0x02000313")));
        await game.AskAsync("POST", "/core/writeregister?regName=r10&value=-7");
        Assert.Equal("-7", await game.AskAsync("GET", "/core/readregister?regName=r10"));
        await game.AskAsync("POST", "/core/writeregister?regName=r10&value=0");
    }

    [Fact]
    public async Task A_loaded_state_restores_the_saved_values()
    {
        await game.AskAsync("POST", "/core/write16?address=0x02000320&value=1");
        var text = await game.AskAsync("POST", "/core/savestatebuffer");
        await game.AskAsync("POST", "/core/write16?address=0x02000320&value=2");
        await game.AskAsync("POST", "/core/savestatefile?path=two.ss1");
        Assert.Equal("true",
            await game.AskAsync("POST", "/core/loadstatebuffer", $" [\n{text.Replace(",", ",\r\n ", StringComparison.Ordinal)} ]\n"));
        Assert.Equal("1", await game.AskAsync("GET", "/core/read16?address=0x02000320"));
        await game.AskAsync("POST", $"/core/loadstatefile?path={Uri.EscapeDataString(Path.Combine(game.FileFolder, "two.ss1"))}");
        Assert.Equal("2", await game.AskAsync("GET", "/core/read16?address=0x02000320"));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_screenshot_replaces_the_file_and_leaves_no_other()
    {
        var file = Path.Combine(game.FileFolder, "shot.png");
        await File.WriteAllTextAsync(file, "an old one");
        await game.AskAsync("POST", "/core/screenshot?path=shot.png");
        var picture = new PngPicture(await File.ReadAllBytesAsync(file));
        Assert.Equal((240, 160), (picture.Width, picture.Height));
        Assert.DoesNotContain(Directory.GetFiles(game.FileFolder), name => name.EndsWith(".tmp", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_console_line_keeps_its_commas()
    {
        await game.AskAsync("POST", "/console/log?message=first,second,%20third");
        await Eventually.HoldsAsync(() => game.Emulator.Output.Contains("first,second, third", StringComparison.Ordinal),
            "the host has written the line");
    }

    [Theory]
    [Trait("Needs", "console")]
    [InlineData("log", 'x', 65_536)]
    [InlineData("warn", 'é', 32_768)]
    [InlineData("error", 'x', 65_536)]
    public async Task A_console_line_has_up_to_64_KiB(string level, char letter, int count)
    {
        var text = new string(letter, count);
        await game.AskAsync("POST", $"/console/{level}?message={Uri.EscapeDataString(text)}");
        await Eventually.HoldsAsync(() => game.Emulator.Output.Contains(text, StringComparison.Ordinal), "the host has written the line");
    }

    [Theory]
    [InlineData("/memorydomain/read8?memoryDomain=wram&address=0x02000105", "5")]
    [InlineData("/memorydomain/read16?memoryDomain=wram&address=33554692", "1284")]
    [InlineData("/memorydomain/read32?memoryDomain=wram&address=0x020001FC", "4294901244")]
    [InlineData("/memorydomain/readrange?memoryDomain=wram&address=0x020001FE&length=2", "fe,ff")]
    [InlineData("/memorydomain/read8?memoryDomain=cart0&address=0x080000A0", "66")]
    public async Task An_address_on_the_bus_is_taken_with_its_domain(string path, string reply) =>
        Assert.Equal(reply, await game.AskAsync("GET", path));

    [Fact]
    public async Task An_address_on_the_bus_is_written_with_its_domain()
    {
        await game.AskAsync("POST", "/memorydomain/write32?memoryDomain=wram&address=0x02000330&value=3000000000");
        Assert.Equal("3000000000", await game.AskAsync("GET", "/core/read32?address=0x02000330"));
    }

    [Theory]
    [InlineData("/core/readrange?address=0x1000&length=16000", 16000, "^[0-9a-f]{2}(,[0-9a-f]{2})*$")]
    [InlineData("/core/readrange?address=0x10000000&length=4", 4, "^[0-9a-f]{2}(,[0-9a-f]{2})*$")]
    [InlineData("/core/readrange?address=0x01FFFFFF&length=1048576", 1_048_576, "^[0-9a-f]{2}(,[0-9a-f]{2})*$")]
    [InlineData("/core/readrange?address=0x08001000&length=4", 4, "^00,08,01,08$")]
    [InlineData("/core/readrange?address=0x020401FE&length=4", 4, "^fe,ff,")]
    [InlineData("/core/readrange?address=0x02FFFFFE&length=4", 4, "^[0-9a-f]{2}(,[0-9a-f]{2})*$")]
    [InlineData("/memorydomain/readrange?memoryDomain=wram&address=0x3FFFE&length=0x202", 0x202, ",fe,ff$")]
    [InlineData("/memorydomain/readrange?memoryDomain=wram&address=0x401FE&length=2", 2, "^fe,ff$")]
    [InlineData("/memorydomain/readrange?memoryDomain=palette&address=0&length=1048576", 1_048_576, "^[0-9a-f]{2}(,[0-9a-f]{2})*$")]
    public async Task A_range_continues_beyond_the_end_as_in_mGBA(string path, int count, string reply)
    {
        var bytes = await game.AskAsync("GET", path);
        Assert.Equal(count, (bytes.Length + 1) / 3);
        Assert.Matches(reply, bytes);
    }

    [Fact]
    public async Task The_other_routes_still_refuse_a_range_that_goes_beyond_the_end()
    {
        using var refused = await game.Client.GetAsync("/emulators/default/memory/0x1000?length=16000");
        Assert.Equal(400, (int)refused.StatusCode);
    }

    [Fact]
    public async Task A_loaded_ROM_starts_from_its_beginning()
    {
        await game.AskAsync("POST", "/core/write16?address=0x02000100&value=9");
        Assert.Equal("true", await game.AskAsync("POST", "/mgba-http/extension/loadfile?path=buttontest.gba"));
        await game.PlaysAsync();
        Assert.Equal("256", await game.AskAsync("GET", "/core/read16?address=0x02000100"));
    }

    [Theory]
    [InlineData("/core/loadfile?path=none.gba", 404, "not-found")]
    [InlineData("/mgba-http/extension/loadfile?path=text.gba", 400, "bad-request")]
    [InlineData("/core/loadstatefile?path=text.gba", 422, "refused-state")]
    [InlineData("/core/loadstateslot?slot=3", 422, "refused-state")]
    [InlineData("/core/write8?address=0x08000000&value=1", 400, "read-only-memory")]
    [InlineData("/memorydomain/write8?memoryDomain=wramm&address=0&value=1", 400, "unknown-domain")]
    [InlineData("/core/writeregister?regName=r99&value=1", 400, "bad-request")]
    public async Task A_failure_is_not_a_success(string path, int status, string type)
    {
        await File.WriteAllTextAsync(Path.Combine(game.FileFolder, "text.gba"), "no ROM and no state");
        using var response = await game.Client.PostAsync(path, null);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == status, text);
        Assert.Contains($"#{type}\"", text, StringComparison.Ordinal);
        var parameter = JsonDocument.Parse(text).RootElement.GetProperty("parameter").GetString();
        Assert.Contains(parameter, path.Split('?')[1].Split('&').Select(pair => pair.Split('=')[0]));
    }

    [Fact]
    public async Task Numbers_have_the_format_of_the_other_routes()
    {
        var described = (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("game");
        var checksum = uint.Parse(await game.AskAsync("GET", "/core/checksum"), CultureInfo.InvariantCulture);
        Assert.Equal(described.GetProperty("crc32").GetString(), $"0x{checksum:X8}");
    }
}
