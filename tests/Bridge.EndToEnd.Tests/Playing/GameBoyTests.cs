using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>What differs on a Game Boy: eight buttons, a bus of 16 bits, its own memory domains and picture.</summary>
public sealed class GameBoyTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    private static readonly Button[] Buttons = [.. Enum.GetValues<Button>().Where(button => button is not (Button.R or Button.L))];

    // emulator/rom/README.md: x and y of each lamp.
    private static readonly (int X, int Y)[] Lamps = [(136, 40), (104, 56), (40, 112), (96, 112), (56, 56), (8, 56), (32, 24), (32, 80)];

    [Fact]
    public async Task Each_of_the_eight_buttons_is_the_one_that_the_game_sees()
    {
        foreach (var button in Buttons)
        {
            var before = new List<(long, long)>();
            foreach (var other in Buttons)
                before.Add((await game.PressesAsync(other) + (other == button ? 1 : 0),
                    await game.FramesDownAsync(other) + (other == button ? 3 : 0)));
            await game.PressAsync($"{button}", hold: 3, release: 1);
            foreach (var other in Buttons)
                Assert.Equal((other, before[(int)other]), (other, (await game.PressesAsync(other), await game.FramesDownAsync(other))));
        }
    }

    [Theory]
    [InlineData("L")]
    [InlineData("r")]
    public async Task A_shoulder_button_is_refused_with_the_list_of_the_eight(string button)
    {
        foreach (var (method, path) in new[] { ("PUT", "buttons"), ("POST", "buttons/press") })
        {
            using var response = await game.Client.AskAsync(method, $"/emulators/default/{path}", $$"""{"buttons": ["A", "{{button}}"]}""");
            await IsRefusedAsync(response, "unknown-button", $"got \"{button}\".",
                "buttons[1] must be one of A, B, Select, Start, Right, Left, Up, Down on a GB;");
        }
    }

    [Fact]
    public async Task The_bridge_knows_the_game()
    {
        var described = (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("game");
        Assert.Equal(("BUTTONTESTGB", "GB", "DMG", 32768),
            (described.GetProperty("title").GetString(), described.GetProperty("platform").GetString(),
            described.GetProperty("model").GetString(), described.GetProperty("size").GetInt32()));
    }

    [Fact]
    public async Task The_domains_are_those_of_a_Game_Boy()
    {
        var domains = (await game.Client.GetJsonAsync("/emulators/default/memory")).GetProperty("domains").EnumerateArray()
            .ToDictionary(domain => domain.GetProperty("name").GetString()!, domain => domain.GetProperty("base").GetString());
        Assert.Equal(["cart0", "hram", "io", "oam", "sram", "vram", "wram"], domains.Keys.Order());
        Assert.Equal(("0x0000C000", "0x0000A000"), (domains["wram"], domains["sram"]));
    }

    [Fact]
    public async Task The_bus_is_read_and_written_with_addresses_of_16_bits()
    {
        Assert.Equal(0xC100, await game.ReadAsync("$C008"));
        Assert.Equal(0x7F, await game.ReadAsync("0xC17F", "u8"));
        Assert.Equal(0x04030201, await game.ReadAsync("0xC101", "u32"));
        Assert.Equal(0x7F, await game.ReadAsync("0x017F", "u8", "wram"));
        // The mirror of work RAM, and the two ends of the bus: the ROM's first byte, and the enabled interrupts (VBlank).
        Assert.Equal(0xC100, await game.ReadAsync("0xE008"));
        Assert.Equal((0, 1), (await game.ReadAsync("0", "u8"), await game.ReadAsync("0xFFFF", "u8") & 0x1F));
        var pattern = Convert.ToHexStringLower([.. Enumerable.Range(0, 256).Select(value => (byte)value)]);
        Assert.Equal(pattern,
            (await game.Client.GetJsonAsync("/emulators/default/memory/0xC100?length=256")).GetProperty("hex").GetString());
        await game.WriteAsync("0xC3F0", 0x1234);
        Assert.Equal(0x1234, await game.ReadAsync("0xC3F0"));
    }

    [Fact]
    public async Task A_name_in_a_bank_is_read_in_its_domain()
    {
        // Lines of BANK:ADDRESS NAME.
        await SymbolTests.StoreAsync(game.Client, "00:C100 wPattern\n01:4000 SecondBank\n01:D000 wBanked\n"u8.ToArray());
        var read = await game.Client.GetJsonAsync("/emulators/default/memory/SecondBank+2");
        Assert.Equal(("0x00004002", "cart0", "SecondBank+0x2"), (read.GetProperty("address").GetString(),
            read.GetProperty("domain").GetString(), read.GetProperty("symbol").GetString()));
        Assert.Equal(await game.ReadAsync("0x4002", "u8"), read.GetProperty("value").GetInt64());
        Assert.Equal(0x7F, await game.ReadAsync("wPattern+0x7F", "u8"));
        await game.WriteAsync("wBanked+4", 0x5678);
        Assert.Equal(0x5678, await game.ReadAsync("0xD004"));
    }

    [Theory]
    [InlineData("[0xC008]+0x10", "0x0000C110", 0x10)]
    [InlineData("[$C008]+255", "0x0000C1FF", 0xFF)]
    [InlineData("[[0xC3E0]]-1", "0x0000C0FF", 0)]
    public async Task A_pointer_in_a_chain_has_16_bits(string chain, string address, int value)
    {
        // A pointer to the pointer, followed by other bytes that a 32-bit pointer would include.
        await game.WriteAsync("0xC3E0", 0x7777_C008, "u32");
        var read = await game.Client.GetJsonAsync($"/emulators/default/memory/{Uri.EscapeDataString(chain)}");
        Assert.Equal((address, value), (read.GetProperty("address").GetString(), read.GetProperty("value").GetInt32()));
    }

    // Replies are decimal: 49408 is 0xC100, to which the ROM's pointer leads; 65534 is 0xFFFE; 57344 is 0xE000, the end of work RAM.
    [Theory]
    [InlineData("/core/platform", "1")]
    [InlineData("/core/getgametitle", "BUTTONTESTGB")]
    [InlineData("/core/romsize", "32768")]
    [InlineData("/core/framecycles", "70224")]
    [InlineData("/core/frequency", "4194304")]
    [InlineData("/core/read16?address=0xC008", "49408")]
    [InlineData("/core/readregister?regName=sp", "65534")]
    [InlineData("/coreadapter/memory", "cart0,vram,sram,wram,oam,io,hram")]
    [InlineData("/memorydomain/bound?memoryDomain=wram", "57344")]
    [InlineData("/memorydomain/name?memoryDomain=cart0", "ROM Bank")]
    public async Task The_routes_of_mGBA_http_know_a_Game_Boy(string path, string reply) =>
        Assert.Equal(reply, await game.Client.GetStringAsync(path));

    [Fact]
    [Trait("Needs", "code")]
    public async Task A_game_without_a_code_has_question_marks_for_it() =>
        Assert.Equal("DMG-????", await game.Client.GetStringAsync("/core/getgamecode"));

    [Theory]
    [InlineData("/core/addkey?key=8", "invalid-parameter", "0 to 7")]
    [InlineData("/core/setkeys?keys=256", "invalid-parameter", "0 to 255")]
    [InlineData("/mgba-http/button/tap?button=L", "unknown-button", "one of A, B, Select, Start, Right, Left, Up, Down on a GB;")]
    [InlineData("/mgba-http/button/addmany?buttons=A&buttons=8", "unknown-button", "one of A, B")]
    public async Task The_routes_of_mGBA_http_refuse_shoulder_buttons_there(string path, string type, string words)
    {
        using var response = await game.Client.PostAsync(path, null);
        await IsRefusedAsync(response, type, words);
    }

    [Theory]
    [InlineData("0x10000?type=u8", "the GB bus")]
    [InlineData("0xFFFF?type=u16", "the GB bus")]
    [InlineData("0xC000?length=65536", "the GB bus")]
    [InlineData("0x02000000?type=u8", "the GB bus")]
    [InlineData("0xFEA0?type=u8", "0xFEA0")]
    [InlineData("0x7FFF?type=u16", "cart0")]
    public async Task An_address_beyond_the_end_is_refused(string read, string words)
    {
        using var response = await game.Client.GetAsync($"/emulators/default/memory/{read}");
        await IsRefusedAsync(response, "out-of-range", words);
    }

    [Fact]
    public async Task The_bus_does_not_write_ROM_and_the_domain_does()
    {
        using (var response = await game.Client.AskAsync("PUT", "/emulators/default/memory/0x7000", """{"value": 1}"""))
            await IsRefusedAsync(response, "read-only-memory", "cart0");
        await game.WriteAsync("0x7000", 0xAB, "u8", "cart0");
        Assert.Equal(0xAB, await game.ReadAsync("0x7000", "u8"));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task The_picture_has_the_screen_of_a_Game_Boy_and_shows_the_buttons()
    {
        foreach (var button in Buttons)
        {
            await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", $$"""{"buttons": ["{{button}}"]}""");
            await game.PlayOnAsync(3);
            Assert.Equal([button], await LookAsync());
        }

        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await game.PlayOnAsync(3);
        Assert.Empty(await LookAsync());
    }

    // Returns the buttons whose lamps are black, which are those that are down.
    private async Task<Button[]> LookAsync()
    {
        var picture = new PngPicture(await game.Client.GetByteArrayAsync("/emulators/default/screen"));
        Assert.Equal((160, 144), (picture.Width, picture.Height));
        return [.. Buttons.Where(button => picture[Lamps[(int)button].X, Lamps[(int)button].Y] == 0)];
    }

    private static async Task IsRefusedAsync(HttpResponseMessage response, string type, params string[] words)
    {
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((400, $"/docs/troubleshooting.md#{type}"), ((int)response.StatusCode, problem.GetProperty("type").GetString()));
        Assert.All(words, word => Assert.Contains(word, problem.GetProperty("detail").GetString(), StringComparison.Ordinal));
    }
}
