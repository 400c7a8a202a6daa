using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Each game of the zoo as the game that the emulator starts with.</summary>
public abstract class ColdTests(ZooRun run)
{
    public static TheoryData<string> Games => [.. ZooGames.All.Keys];

    [Theory]
    [MemberData(nameof(Games))]
    public async Task A_game_that_the_emulator_starts_with_has_the_expected_properties(string name)
    {
        var game = ZooGames.All[name];
        var save = new ZooSaveChecks(run, game);
        await run.StartAsync(game);
        await new ZooChecks(run, game).PassAsync(mayBeUnknown: run.IsStock);
        await save.SaveAsync();
        await run.EndAsync();
        save.IsInItsFile();

        await run.StartAsync(game);
        await save.IsFoundAsync();
        await NextGameComesAsync(game);
    }

    private async Task NextGameComesAsync(ZooGame game)
    {
        var next = ZooGames.All["plain"];
        if (StockRules.Refuses(run, game, next))
        {
            await StockRules.AreFollowedAsync(run, game, next);
            return;
        }

        ZooFacts.AreTrue(await run.LoadAsync(next), next, mayBeUnknown: false, run.IsStock);
        if (!run.IsStock)
            await new ZooChecks(run, next).HasItsDomainsAsync();
    }
}

public sealed class HostColdTests(ZooHost run) : ColdTests(run), IClassFixture<ZooHost>;

public sealed class StockColdTests(ZooStock run) : ColdTests(run), IClassFixture<ZooStock>;
