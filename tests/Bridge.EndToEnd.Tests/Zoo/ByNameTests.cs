using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Each game of the zoo loaded by its name after another one, in our host.</summary>
public sealed class HostByNameTests(RunningZooHost run) : IClassFixture<RunningZooHost>
{
    public static TheoryData<string> Games => [.. ZooGames.All.Keys];

    [Theory]
    [MemberData(nameof(Games))]
    public async Task A_game_loaded_by_name_has_the_expected_properties(string name)
    {
        var (game, next) = (ZooGames.All[name], ZooGames.All["plain"]);
        ZooFacts.AreTrue(await run.LoadAsync(game), game, mayBeUnknown: false, isStock: false);
        await new ZooChecks(run, game).PassAsync(mayBeUnknown: false);

        ZooFacts.AreTrue(await run.LoadAsync(next), next, mayBeUnknown: false, isStock: false);
        await new ZooChecks(run, next).HasItsDomainsAsync();
    }

    [Fact]
    public Task Saves_survive_a_restart() => SavesByName.LastAsync(run, ZooGames.All["plain"], ZooGames.All.Values);
}
