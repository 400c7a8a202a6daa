using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Saves of games that are loaded by name: all are played, the emulator ends, and all are played again.</summary>
internal static class SavesByName
{
    public static async Task LastAsync(ZooRun run, ZooGame first, IEnumerable<ZooGame> games)
    {
        var played = games.ToArray();
        foreach (var game in played)
        {
            await run.LoadAsync(game);
            await new ZooSaveChecks(run, game).SaveAsync();
        }

        await run.EndAsync();
        Assert.All(played, game => new ZooSaveChecks(run, game).IsInItsFile());
        await run.StartAsync(first);
        foreach (var game in played)
        {
            await run.LoadAsync(game);
            await new ZooSaveChecks(run, game).IsFoundAsync();
        }

        // The other tests begin with this game.
        await run.LoadAsync(first);
    }
}
