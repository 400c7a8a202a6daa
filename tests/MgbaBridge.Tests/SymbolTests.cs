using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about symbols, and what their responses become.</summary>
public sealed class SymbolTests
{
    [Fact]
    public async Task A_file_is_stored_and_its_symbols_are_listed()
    {
        using var told = new ToldHandler(
            Answer(200, """{"count": 2, "format": "rgbds", "skipped": 1}""", "application/json"),
            Answer(200, """
                {
                    "count": 2, "format": "rgbds", "skipped": 1, "matches": 1, "nearest": "wParty+0x1",
                    "symbols": [{"name": "wParty", "address": "0x00002123", "domain": "wram", "size": 6}]
                }
                """, "application/json"),
            Answer(204, "", "application/json"));
        using var client = told.NewClient();
        Assert.Equal(2, await client.Emulator().StoreSymbolsAsync("02:D123 wParty"u8.ToArray()));
        var found = await client.Emulator().GetSymbolsAsync("party&", 0x2124, "wram", 5);
        Assert.Equal(new Symbol("wParty", 0x2123, "wram", 6), Assert.Single(found.Symbols));
        Assert.Equal((2, 1, "wParty+0x1", "rgbds", 1), (found.Count, found.Matches, found.Nearest, found.Format, found.Skipped));
        await client.Emulator().DeleteSymbolsAsync();
        Assert.Equal(
            ["PUT /emulators/default/symbols", "GET /emulators/default/symbols?find=party%26&address=0x00002124&domain=wram&limit=5",
                "DELETE /emulators/default/symbols"],
            told.Paths);
        Assert.Equal("02:D123 wParty", told.Bodies[0]);
    }
}
