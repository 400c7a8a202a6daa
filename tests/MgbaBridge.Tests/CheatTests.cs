using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about cheats, and what their responses become.</summary>
public sealed class CheatTests
{
    private const string Path = "/emulators/default";
    private const string One = """{"name": "A & B", "enabled": false, "type": "vba", "lines": ["02000300:63"]}""";

    [Fact]
    public async Task Cheats_are_listed_and_set()
    {
        var list = $$"""{"cheats": [{{One}}], "frame": 9}""";
        using var told = new ToldHandler(Success(list), Success(list), Success(list));
        using var client = told.NewClient();
        var cheat = Assert.Single(await client.Emulator().GetCheatsAsync());
        Assert.Equal(("A & B", false, "vba"), (cheat.Name, cheat.Enabled, cheat.Type));
        Assert.Equal(["02000300:63"], cheat.Lines);
        Assert.Single(await client.Emulator().SetCheatsAsync([cheat]));
        Assert.Single(await client.Emulator().ImportCheatsAsync("# x"u8.ToArray()));
        Assert.Equal([$"GET {Path}/cheats", $"PUT {Path}/cheats", $"POST {Path}/cheats"], told.Paths);
        Assert.Equal("""{"cheats":[{"name":"A \u0026 B","lines":["02000300:63"],"type":"vba","enabled":false}]}""", told.Bodies[1]);
        Assert.Equal("# x", told.Bodies[2]);
    }

    [Fact]
    public async Task One_cheat_is_set_switched_and_deleted()
    {
        using var told = new ToldHandler(Success(One), Success(One), Success("{}"), Success("{}"));
        using var client = told.NewClient();
        var game = client.Emulator();
        await game.SetCheatAsync(new Cheat("A & B", ["02000300:63"]));
        Assert.False((await game.SwitchCheatAsync("A & B", false)).Enabled);
        await game.DeleteCheatAsync("A & B");
        await game.DeleteCheatsAsync();
        Assert.Equal(
            [$"PUT {Path}/cheats/A%20%26%20B", $"PUT {Path}/cheats/A%20%26%20B", $"DELETE {Path}/cheats/A%20%26%20B",
                $"DELETE {Path}/cheats"],
            told.Paths);
        Assert.Equal("""{"lines":["02000300:63"],"type":"auto","enabled":true}""", told.Bodies[0]);
        Assert.Equal("""{"enabled":false}""", told.Bodies[1]);
    }
}
