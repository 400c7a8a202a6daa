using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about types and structures, and what their responses become.</summary>
public sealed class StructureTests
{
    [Fact]
    public async Task Types_are_stored_listed_and_forgotten()
    {
        using var told = new ToldHandler(
            Answer(200, """{"types": 1, "symbols": 1}""", "application/json"),
            Answer(200, """
                {
                    "types": [{"name": "Player", "size": 16, "fields": [{"name": "hp", "at": 4, "type": "u16", "count": 2}]}],
                    "symbols": [{"name": "gParty", "type": "Player*"}], "file": "game.types.json"
                }
                """, "application/json"),
            Answer(204, "", "application/json"));
        using var client = told.NewClient();
        var player = new StructureType(16, new Dictionary<string, StructureField> { ["hp"] = new(4, "u16", 2) });
        Assert.Equal(1, await client.Emulator().StoreTypesAsync(new TypesFile(
            new Dictionary<string, StructureType> { ["Player"] = player },
            new Dictionary<string, TypedData> { ["gParty"] = new("Player*") })));
        var found = await client.Emulator().GetTypesAsync();
        Assert.Equal((16L, new StructureField(4, "u16", 2)), (found.Types["Player"].Size, found.Types["Player"].Fields["hp"]));
        Assert.Equal((new TypedData("Player*"), "game.types.json"), (found.Symbols["gParty"], found.File));
        await client.Emulator().DeleteTypesAsync();
        Assert.Equal(["PUT", "GET", "DELETE"], told.Paths.Select(path => path.Split(' ')[0]));
        Assert.All(told.Paths, path => Assert.EndsWith(" /emulators/default/symbols/types", path, StringComparison.Ordinal));
        Assert.Equal(
            """{"types":{"Player":{"size":16,"fields":{"hp":{"at":4,"type":"u16","count":2}}}},"symbols":{"gParty":{"type":"Player*"}}}""",
            told.Bodies[0]);
    }

    [Fact]
    public async Task A_structure_is_read()
    {
        const string Read =
            """{"address": "0x02000010", "type": "Player", "value": {"hp": [3, 4]}, "frame": 7, "symbol": "gParty"}""";
        using var told = new ToldHandler(Answer(200, Read, "application/json"), Answer(200, Read, "application/json"));
        using var client = told.NewClient();
        var read = await client.Emulator().ReadStructureAsync("gParty[0]");
        Assert.Equal(("0x02000010", "Player", 7, "gParty", 4),
            (read.Address, read.Type, read.Frame, read.Symbol, read.Value.GetProperty("hp")[1].GetInt32()));
        await client.Emulator().ReadStructureAsync(0x10, "Player", "wram");
        Assert.Equal(
            ["GET /emulators/default/structures/gParty%5B0%5D", "GET /emulators/default/structures/0x00000010?type=Player&domain=wram"],
            told.Paths);
    }
}
