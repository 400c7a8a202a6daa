using System.Text.Json;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class StoredTypesTests : SymbolTest
{
    private const string Types =
        """
        {"types": {"Player": {"size": 16, "fields": {"hp": {"at": 0, "type": "u16"}, "items": {"at": 4, "type": "i8", "count": 3},
            "next": {"at": 8, "type": "Player*"}, "at": {"at": 12, "type": "Point"}}},
            "Point": {"size": 4, "fields": {"x": {"at": 0, "type": "i16"}, "y": {"at": 2, "type": "u16"}}}},
         "symbols": {"gParty": {"type": "Player", "count": 2}, "gHead": {"type": "Player*"}}}
        """;

    private const string Player = """{"hp":256,"items":[4,5,-122],"next":"0x0B0A0908","at":{"x":3340,"y":3854}}""";

    // The memory has 0, 1, 2 … at each address that is read, and 0x86 in the seventh byte.
    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        var others = Fake.Answers!;
        Fake.Answers = async request =>
        {
            if (request.Command != "memory.read")
                return await others(request);
            byte[] bytes = [.. Enumerable.Range(0, int.Parse(request.Arguments[1], null)).Select(i => i == 6 ? (byte)0x86 : (byte)i)];
            await request.ReplyAsync("ok", request.Arguments[0].StartsWith('[') ? ["33554440"] : [], bytes);
            return true;
        };
        await StoreAsync("02000010 gParty\n03000000 gHead\n08000000 main\n");
    }

    [Fact]
    public async Task A_structure_is_read_with_its_fields()
    {
        Assert.Equal("""{"types":2,"symbols":2}""", await StoreTypesAsync(Types));
        Assert.Equal(
            $$"""{"address":"0x02000020","type":"Player","value":{{Player}},"frame":1834,"symbol":"gParty+0x10"}""",
            await StructureAsync("gParty[1]"));
        Assert.Equal(
            """{"address":"0x02000024","type":"i8[3]","value":[0,1,2],"frame":1834,"symbol":"gParty+0x14"}""",
            await StructureAsync("gParty[1].items"));
        Assert.Equal(
            $$"""{"address":"0x02000008","type":"Player","value":{{Player}},"frame":1834,"chain":"[gHead]"}""",
            await StructureAsync("[gHead]"));
        Assert.Equal(
            $$"""{"address":"0x00000040","type":"Point","value":{"x":256,"y":770},"frame":1834,"domain":"wram"}""",
            await StructureAsync("0x40?type=Point&domain=wram"));
        var all = JsonDocument.Parse(await StructureAsync("gParty")).RootElement;
        Assert.Equal(("Player[2]", 2), (all.GetProperty("type").GetString(), all.GetProperty("value").GetArrayLength()));
        Assert.Equal(["33554464 16", "33554468 3", "[50331648] 16", "64 4 wram", "33554448 32"],
            Fake.Commands.Select(request => string.Join(' ', request.Arguments).TrimEnd()));
    }

    [Fact]
    public async Task A_field_has_its_own_type()
    {
        await StoreTypesAsync(Types);
        await ReadAsync("gParty[1].hp");
        await ReadAsync("gParty[1].hp?type=u8");
        await ReadAsync("gParty[1].items[2]");
        await ReadAsync("gParty[1].next");
        await ReadAsync("gParty[1]");
        await ReadAsync("[gHead].at.y");
        await Client.AskForJsonAsync("PUT", $"{Emulator}/memory/gParty[0].hp", """{"value": 300}""");
        await Client.AskForJsonAsync("PUT", $"{Emulator}/memory/gParty[0].items[0]", """{"value": -3}""");
        Assert.Equal(
            ["33554464 2", "33554464 1", "33554470 1", "33554472 4", "33554464 1", "[50331648]+14 2", "33554448 2 300", "33554452 1 253"],
            Fake.Commands.Select(request => string.Join(' ', request.Arguments).TrimEnd()));
        (await Client.AskForProblemAsync("PUT", $"{Emulator}/memory/gParty[0].hp", """{"value": 65536}"""))
            .Is(400, "invalid-parameter", "value", "0 to 65535 for u16");
    }

    [Fact]
    public async Task Types_are_listed_and_belong_to_their_game_until_they_are_deleted()
    {
        Assert.Equal("""{"types":[],"symbols":[]}""", await ListTypesAsync());
        await StoreTypesAsync(Types);
        var list = await ListTypesAsync();
        Assert.Contains("""{"name":"Point","size":4,"fields":[{"name":"x","at":0,"type":"i16"},{"name":"y","at":2,"type":"u16"}]}""", list,
            StringComparison.Ordinal);
        Assert.EndsWith("""
            "symbols":[{"name":"gParty","type":"Player","count":2},{"name":"gHead","type":"Player*"}]}
            """.Trim(), list, StringComparison.Ordinal);
        Play("crc32=00000001");
        Assert.Equal("""{"types":[],"symbols":[]}""", await ListTypesAsync());
        Play("crc32=1a2b3c4d");
        Assert.Equal(list, await ListTypesAsync());
        await StoreAsync("02000010 gParty\n");
        Assert.Equal(list, await ListTypesAsync());
        using var deleted = await Client.AskAsync("DELETE", $"{Symbols}/types");
        Assert.Equal(204, (int)deleted.StatusCode);
        (await RefusedReadAsync("gParty[1]")).Is(400, "invalid-parameter", "address", "gParty, which has no type");
        Assert.Contains("\"symbol\":\"gParty\"", await ReadAsync("gParty"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_folder_has_types_beside_the_symbols()
    {
        (await RefusedReadAsync("gParty[1]")).Is(400, "invalid-parameter", "address", "gParty, which has no type");
        await WriteAsync("1A2B3C4D.types.json", "{");
        await Eventually.HoldsAsync(
            async () => (await ListTypesAsync()).Contains("The file of the game's types can't be used", StringComparison.Ordinal),
            "a problem");
        await WriteAsync("1A2B3C4D.types.json", Types);
        await Eventually.HoldsAsync(
            async () => (await ListTypesAsync()).Contains("\"file\":\"1A2B3C4D.types.json\"", StringComparison.Ordinal), "the types");
        Assert.Contains("\"symbol\":\"gParty+0x10\"", await ReadAsync("gParty[1]"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_request_is_refused()
    {
        (await Client.AskForProblemAsync("PUT", $"{Symbols}/types", """{"types": {"T": {"size": 0, "fields": {}}}}"""))
            .Is(400, "invalid-body", "types.T.size");
        (await Client.AskForProblemAsync("PUT", $"{Symbols}/types", """{"types": {"T": {"size": 1}}}"""))
            .Is(400, "invalid-body", "types.T.fields");
        (await Client.AskForProblemAsync("PUT", $"{Symbols}/types", "[]")).Is(400, "invalid-body", null);
        await StoreTypesAsync("""
            {"types": {"Big": {"size": 262145, "fields": {}},
                "Many": {"size": 16385, "fields": {"all": {"at": 0, "type": "u8", "count": 16384}}}}}
            """);
        (await RefusedStructureAsync("main")).Is(404, "unknown-type", "type", "What is at the address has no type");
        (await RefusedStructureAsync("main?type=No")).Is(404, "unknown-type", "type", "The game has no structure No");
        (await RefusedStructureAsync("main?type=a-b")).Is(400, "invalid-parameter", "type", "the name of a structure");
        (await RefusedStructureAsync("main?type=Big")).Is(400, "invalid-parameter", "address", "Big has 262,145 bytes and 1 values");
        (await RefusedStructureAsync("main?type=Many")).Is(400, "invalid-parameter", "address", "16,385 bytes and 16,385 values");
        (await RefusedStructureAsync("nobody")).Is(400, "unknown-symbol", "address");
        Assert.Empty(Fake.Commands);
    }

    private async Task<string> StoreTypesAsync(string json) =>
        (await Client.AskForJsonAsync("PUT", $"{Symbols}/types", json)).GetRawText();

    private async Task<string> ListTypesAsync() => (await Client.GetJsonAsync($"{Symbols}/types")).GetRawText();

    private Task<string> StructureAsync(string place) => Client.GetStringAsync(new Uri($"{Emulator}/structures/{place}", UriKind.Relative));

    private async Task<ProblemResponse> RefusedStructureAsync(string place)
    {
        using var response = await Client.AskAsync("GET", $"{Emulator}/structures/{place}");
        return await ProblemResponse.ReadAsync(response);
    }
}
