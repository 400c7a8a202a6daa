using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>What must be true of a game's save: what is written today is there tomorrow.</summary>
internal sealed class ZooSaveChecks(ZooRun run, ZooGame game)
{
    // emulator/rom/README.md, "Memory": the saved value.
    private const int SavedValue = 0x200;

    /// <summary>What the ROM finds in its save: something of its own for each game, so that no game takes another's.</summary>
    private int Value => game.Save.Kind switch
    {
        ZooSaveKind.Plain => 0x1000 + ZooGames.All.Keys.Order(StringComparer.Ordinal).ToList().IndexOf(game.Name),
        ZooSaveKind.Flash => PresetSave.Value,
        _ => 0,
    };

    private string Path => System.IO.Path.Combine(run.Emulator.SaveFolder, game.SaveFile);

    /// <summary>Lets the ROM save its value, where it can.</summary>
    public async Task SaveAsync()
    {
        if (game.Save.Kind != ZooSaveKind.Plain)
            return;
        await run.Client.WriteAsync(game.Memory + SavedValue, Value);
        var frames = await run.Client.ReadAsync(game.Memory, "u32");
        await Eventually.HoldsAsync(async () => await run.Client.ReadAsync(game.Memory, "u32") > frames + 2,
            $"the ROM of \"{game.Name}\" has saved, from frame {frames} on");
    }

    /// <summary>Checks that the running ROM has found in its save what was there.</summary>
    public async Task IsFoundAsync() => Assert.Equal(Value, await run.Client.ReadAsync(game.Memory + SavedValue));

    /// <summary>Checks the file, once nothing plays the game any more.</summary>
    public void IsInItsFile()
    {
        Assert.Equal(game.Save.FileBytes, new FileInfo(Path).Length);
        if (PresetSave.IsFor(game))
            Assert.Equal(PresetSave.Of(game), File.ReadAllBytes(Path));
    }
}
