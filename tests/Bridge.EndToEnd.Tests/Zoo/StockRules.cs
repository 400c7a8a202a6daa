using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>The games that stock mGBA 0.10 can't load by name, because it keeps the core that it was started with.</summary>
internal static class StockRules
{
    /// <summary>Returns whether <paramref name="next"/> is refused while <paramref name="game"/> runs.</summary>
    public static bool Refuses(ZooRun run, ZooGame game, ZooGame next) =>
        run.IsStock && (next.Platform != game.Platform || next.Model != game.Model || next.Patch is not null
            || (next.IsArchive && game.Platform == "GB"));

    /// <summary>Checks that <paramref name="next"/> is refused with advice, and that <paramref name="game"/> keeps running.</summary>
    public static async Task AreFollowedAsync(ZooRun run, ZooGame game, ZooGame next)
    {
        var counted = await run.Client.ReadAsync(game.CountersAddress, "u32");
        using (var response = await run.AskForAsync(next.FileName))
        {
            var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
            Assert.Equal((501, "unsupported"), (status, anchor));
            Assert.Contains("window", detail, StringComparison.Ordinal);
        }

        await Eventually.HoldsAsync(async () => await run.Client.ReadAsync(game.CountersAddress, "u32") > counted, "the game continues");
        ZooFacts.AreTrue((await run.Client.GetJsonAsync("/emulators/default")).GetProperty("game"), game,
            mayBeUnknown: true, isStock: true);
    }
}
