namespace Bridge.Api.Tests.Features.Symbols;

public sealed class StoredSymbolsTests : SymbolTest
{
    private const string File = "02000010 gPlayer,20\n02000030 gEnemy\n08000000 main\n08000004 bad-name\n";

    [Fact]
    public async Task A_file_is_stored_and_listed()
    {
        Assert.Equal("""{"count":0,"skipped":0,"matches":0,"symbols":[]}""", (await ListAsync()).GetRawText());
        Assert.Equal("""{"count":3,"format":"sym","skipped":1}""", await StoreAsync(File));
        Assert.Equal(
            """
            {"count":3,"format":"sym","skipped":1,"matches":2,"symbols":[{"name":"gPlayer","address":"0x02000010","size":32}]}
            """.Trim(),
            (await ListAsync("?find=g&limit=1")).GetRawText());
        Assert.Equal("gPlayer+0x1F", (await ListAsync("?address=0x0200002F&limit=0")).GetProperty("nearest").GetString());
        Assert.Equal("gEnemy", (await ListAsync("?address=gPlayer%2B32&limit=0")).GetProperty("nearest").GetString());
        Assert.False((await ListAsync("?address=0x03000000")).TryGetProperty("nearest", out _));
    }

    [Fact]
    public async Task A_read_and_a_write_take_a_name_and_tell_the_address()
    {
        await StoreAsync(File);
        const string Rest = "\"type\":\"u8\",\"value\":7,\"frame\":1834";
        Assert.Equal($$"""{"address":"0x02000010",{{Rest}},"symbol":"gPlayer"}""", await ReadAsync("gPlayer"));
        Assert.Equal($$"""{"address":"0x02000014",{{Rest}},"symbol":"gPlayer+0x4"}""", await ReadAsync("gPlayer+0x4"));
        Assert.Equal($$"""{"address":"0x02000014",{{Rest}},"symbol":"gPlayer+0x4"}""", await ReadAsync("0x02000014"));
        Assert.Equal($$"""{"address":"0x03000000",{{Rest}}}""", await ReadAsync("0x03000000"));
        Assert.Equal($$"""{"address":"0x02000008",{{Rest}},"chain":"[gPlayer-8]+4"}""", await ReadAsync("[gPlayer-8]+4"));
        var written = await Client.AskForJsonAsync("PUT", $"{Emulator}/memory/gEnemy", """{"value": 1}""");
        Assert.Equal("""{"address":"0x02000030","length":1,"frame":1834,"symbol":"gEnemy"}""", written.GetRawText());
        Assert.Equal(["33554448", "33554452", "33554452", "50331648", "[33554440]+4", "33554480"],
            Fake.Commands.Select(request => request.Arguments[0]));
    }

    [Fact]
    public async Task An_unknown_name_is_refused_with_similar_ones()
    {
        (await RefusedReadAsync("gPlayr")).Is(400, "unknown-symbol", "address", "the game has no symbols: PUT");
        await StoreAsync(File);
        (await RefusedReadAsync("gPlayr")).Is(400, "unknown-symbol", "address", "got \"gPlayr\". Similar: gPlayer, gEnemy.");
        (await RefusedReadAsync("gPlayer?domain=wram")).Is(400, "invalid-parameter", "domain", "for a symbol");
        (await Client.AskForProblemAsync("POST", $"{Emulator}/memory/read", """[{"address": "main"}, {"address": "x"}]"""))
            .Is(400, "unknown-symbol", "[1].address", "[1].address must be a symbol");
        (await Client.AskForProblemAsync("POST", $"{Emulator}/batch", """{"operations": [{"op": "read", "address": "[x]"}]}"""))
            .Is(400, "unknown-symbol", "operations[0].address");
        (await Client.AskForProblemAsync("POST", $"{Emulator}/watches", """{"address": "x"}""")).Is(400, "unknown-symbol", "address");
        (await Client.AskForProblemAsync(
            "POST", $"{Emulator}/memory/search", """{"address": "x", "length": 4, "type": "u8", "is": "any"}"""))
            .Is(400, "unknown-symbol", "address");
        Assert.Empty(Fake.Commands);
    }

    [Fact]
    public async Task Symbols_belong_to_their_game_until_they_are_deleted()
    {
        await StoreAsync(File);
        Play("crc32=00000001");
        Assert.Equal(0, (await ListAsync()).GetProperty("count").GetInt32());
        (await RefusedReadAsync("gPlayer")).Is(400, "unknown-symbol", "address");
        Play("crc32=1a2b3c4d");
        Assert.Equal(3, (await ListAsync()).GetProperty("count").GetInt32());
        using var deleted = await Client.AskAsync("DELETE", Symbols);
        Assert.Equal(204, (int)deleted.StatusCode);
        (await RefusedReadAsync("gPlayer")).Is(400, "unknown-symbol", "address");
    }

    [Fact]
    public async Task A_new_file_replaces_the_symbols_and_a_refused_one_does_not()
    {
        await StoreAsync(File);
        await StoreAsync("02000000 gOther");
        (await RefusedAsync("no symbols here")).Is(400, "invalid-body", null, "The body must be a file of symbols:", "without symbols");
        (await RefusedAsync("")).Is(400, "invalid-body", null, "empty");
        (await RefusedAsync("\u007FELF")).Is(400, "invalid-body", null, "the ELF file is damaged");
        (await RefusedAsync("01:4000 Banked")).Is(409, "conflict", null, "the running game is for the GBA");
        var known = await ListAsync();
        Assert.Equal("gOther", Assert.Single(known.GetProperty("symbols").EnumerateArray()).GetProperty("name").GetString());
    }

    [Fact]
    public async Task A_name_in_a_bank_is_read_in_its_domain()
    {
        Play("platform=GB", "model=CGB");
        Assert.Equal("""{"count":2,"format":"rgbds","skipped":1}""", await StoreAsync("02:D123 wParty\n00:0150 Start\n09:D000 wNone\n"));
        Assert.Equal(
            """{"address":"0x00002124","type":"u8","value":7,"frame":1834,"domain":"wram","symbol":"wParty+0x1"}""",
            await ReadAsync("wParty+1"));
        (await RefusedReadAsync("[wParty]")).Is(400, "invalid-parameter", "address", "wParty is in a bank of wram");
        Assert.Equal(["8484 1 wram"], Fake.Commands.Select(request => string.Join(' ', request.Arguments)));
        Assert.Equal("wParty+0x2", (await ListAsync("?address=0x2125&domain=wram")).GetProperty("nearest").GetString());
    }
}
