namespace Bridge.Api.Tests.Features.Compat;

/// <summary>An error reply of the emulator becomes a problem that names the parameter of the route.</summary>
public sealed class RepliedErrorTests : FakedBridge
{
    [Theory]
    [InlineData("POST", "/core/addkeys?keyBitmask=1", "buttons.add", "mask", "keyBitmask")]
    [InlineData("POST", "/core/setkeys?keys=1", "buttons.set", "mask", "keys")]
    [InlineData("POST", "/mgba-http/button/tap?button=A", "buttons.press", "mask", "button")]
    [InlineData("POST", "/mgba-http/button/clearmany?buttons=A", "buttons.remove", "mask", "buttons")]
    [InlineData("GET", "/memorydomain/read8?memoryDomain=none&address=0", "memory.get", "domain", "memoryDomain")]
    [InlineData("GET", "/memorydomain/readrange?memoryDomain=none&address=0&length=1", "memory.span", "domain", "memoryDomain")]
    [InlineData("GET", "/core/readregister?regName=r99", "register.get", "name", "regName")]
    [InlineData("POST", "/console/log?message=x", "log", "payload", "message")]
    public async Task A_problem_names_the_parameter_of_the_route(string method, string path,
        string command, string argument, string parameter)
    {
        var answer = Client.AskForProblemAsync(method, path);
        var request = await Fake.NextRequestAsync(command);
        await request.ReplyAsync("conflict", [argument], "It says no."u8.ToArray());
        (await answer).Is(409, "conflict", parameter, "says no");
    }

    [Theory]
    [InlineData("POST", "/core/autoloadsave", "save.autoload")]
    [InlineData("POST", "/core/savestateslot?slot=1", "slot.save")]
    [InlineData("POST", "/core/savestatebuffer", "state.save")]
    public async Task A_failure_of_mGBA_is_not_a_success(string method, string path, string command)
    {
        var answer = Client.AskForProblemAsync(method, path);
        await (await Fake.NextRequestAsync(command)).ReplyAsync("failed", [], "mGBA said no."u8.ToArray());
        (await answer).Is(502, "emulator-refused", null, "mGBA said no");
    }

    [Fact]
    public async Task Without_a_game_the_platform_is_none_and_the_title_is_a_problem()
    {
        Fake.Frame = -1;
        await Bridge.ReachesAsync("no-game");
        Assert.Equal("-1", await Client.GetStringAsync("/core/platform"));
        (await Client.AskForProblemAsync("GET", "/core/getgametitle")).Is(503, "no-game", null);
    }
}
