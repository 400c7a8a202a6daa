using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Checks that a game's save survives a restart.</summary>
internal sealed class ZooSaveChecks(ZooRun run, ZooGame game)
{
    // emulator/rom/README.md, "Memory": the saved value.
    private const int SavedValue = 0x200;

    /// <summary>The value that the ROM reads from its save: different for each game, so that a mixed-up save is detected.</summary>
    private int Value => game.Save.Kind switch
    {
        ZooSaveKind.Plain => 0x1000 + ZooGames.All.Keys.Order(StringComparer.Ordinal).ToList().IndexOf(game.Name),
        ZooSaveKind.Flash => PresetSave.Value,
        _ => 0,
    };

    private string Path => System.IO.Path.Combine(run.Emulator.SaveFolder, game.SaveFileName);

    /// <summary>Lets the ROM save its value if it can.</summary>
    public async Task SaveAsync()
    {
        if (game.Save.Kind != ZooSaveKind.Plain)
            return;
        await run.Client.WriteAsync(game.CountersAddress + SavedValue, Value);
        var frames = await run.Client.ReadAsync(game.CountersAddress, "u32");
        // mGBA appends a cartridge's clock to the file 15 frames after the game's write.
        var needed = game.Save.FileBytes > game.Save.Bytes ? 20 : 2;
        await Eventually.HoldsAsync(async () => await run.Client.ReadAsync(game.CountersAddress, "u32") > frames + needed,
            $"the ROM of \"{game.Name}\" has saved, from frame {frames} on");
    }

    /// <summary>Checks that the running ROM has read the expected value from its save.</summary>
    public async Task IsFoundAsync() => Assert.Equal(Value, await run.Client.ReadAsync(game.CountersAddress + SavedValue));

    /// <summary>Checks the save file after the game has ended.</summary>
    public void IsInItsFile()
    {
        Assert.Equal(game.Save.FileBytes, new FileInfo(Path).Length);
        if (PresetSave.IsFor(game))
            Assert.Equal(PresetSave.Of(game), File.ReadAllBytes(Path));
    }
}
