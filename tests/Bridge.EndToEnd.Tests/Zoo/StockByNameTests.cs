using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Each game of the zoo loaded by its name after another one, in a host that acts like stock mGBA.</summary>
public abstract class StockByNameTests(RunningZooStock run)
{
    public static TheoryData<string> Games => [.. ZooGames.All.Keys];

    [Theory]
    [MemberData(nameof(Games))]
    public async Task A_game_loaded_by_name_has_the_expected_properties_or_is_refused(string name)
    {
        var game = ZooGames.All[name];
        if (StockRules.Refuses(run, run.First, game))
        {
            await StockRules.AreFollowedAsync(run, run.First, game);
            return;
        }

        ZooFacts.AreTrue(await run.LoadAsync(game), game, mayBeUnknown: false, isStock: true);
        await new ZooChecks(run, game).PassAsync(mayBeUnknown: false);

        ZooFacts.AreTrue(await run.LoadAsync(run.First), run.First, mayBeUnknown: false, isStock: true);
        await new ZooChecks(run, run.First).HasItsDomainsAsync();
    }

    [Fact]
    public Task Saves_survive_a_restart() =>
        SavesByName.LastAsync(run, run.First, ZooGames.All.Values.Where(game => !StockRules.Refuses(run, run.First, game)));
}

public sealed class StockAdvanceByNameTests(RunningZooStockAdvance run) : StockByNameTests(run), IClassFixture<RunningZooStockAdvance>;

public sealed class StockGameBoyByNameTests(RunningZooStockGameBoy run) : StockByNameTests(run), IClassFixture<RunningZooStockGameBoy>;
