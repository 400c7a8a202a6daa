namespace Bridge.Api.Tests.Features.Events;

public sealed class AchievementWatchTests : EventBridge
{
    private const string Path = "/emulators/default/watches";

    [Fact]
    public async Task An_achievement_is_described_and_told_without_an_address()
    {
        const string Asked = """{"achievement": "0xH0=1_d0xH0=0", "name": "won", "intervalFrames": 2}""";
        const string Expected =
            """{"id":1,"name":"won","achievement":"0xH0=1_d0xH0=0","value":0,"intervalFrames":2,"frame":1834}""";
        using (var response = await Client.AskAsync("POST", Path, Asked))
            Assert.Equal((201, Expected), ((int)response.StatusCode, await response.Content.ReadAsStringAsync()));
        Assert.Equal(Expected, await Client.GetStringAsync($"{Path}/1"));
        Assert.Equal($$"""{"watches":[{{Expected}}]}""", await Client.GetStringAsync(Path));
        using var events = await LiveEvents.OpenAsync(Client);
        await TellAsync("watch", "1", "1");
        await TellAsync("watch", "1", "");
        Assert.Equal(
            ["""{"id":1,"name":"won","achievement":"0xH0=1_d0xH0=0","value":1,"previous":0,"frame":1834}""",
                """{"id":1,"name":"won","achievement":"0xH0=1_d0xH0=0","value":null,"previous":1,"frame":1834}"""],
            (await events.ReadAsync(2)).Select(live => live.Data));
    }

    [Fact]
    public async Task Equal_achievements_share_one_watch_in_the_script()
    {
        foreach (var json in (string[])["""{"achievement": "0xH0=1"}""", """{"achievement": "0xH0=1", "temporary": true}""",
            """{"achievement": "0xH0=2"}""", """{"achievement": "0xH0=1", "intervalFrames": 2}"""])
            await SetWatchAsync(json);
        Assert.Equal(["0xH0=1 1", "0xH0=1 2", "0xH0=2 1"], Watches.Values.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("""{"achievement": "0xH0=1", "address": "0"}""", "can't be combined with address, type, length or domain")]
    [InlineData("""{"achievement": "0xH0=1", "type": "u8"}""", "can't be combined")]
    [InlineData("""{"achievement": "0xH0=1", "length": 1}""", "can't be combined")]
    [InlineData("""{"achievement": "0xH0=1", "domain": "wram"}""", "can't be combined")]
    [InlineData("""{"achievement": ""}""", "must be 1 to 1024 printable ASCII characters")]
    [InlineData("""{"achievement": "0xH0=1\n"}""", "must be 1 to 1024 printable ASCII characters")]
    [InlineData("""{"achievement": "0xH0=é"}""", "must be 1 to 1024 printable ASCII characters")]
    public async Task A_bad_achievement_is_refused(string json, string sentence)
    {
        (await Client.AskForProblemAsync("POST", Path, json)).Is(400, "invalid-parameter", "achievement", sentence);
        Assert.Empty(Watches);
    }

    [Fact]
    public async Task An_achievement_that_the_script_refuses_is_not_created()
    {
        var answers = Fake.Answers!;
        Fake.Answers = async request =>
        {
            if (request.Command != "watch.achievement")
                return await answers(request);
            await request.RefuseAsync("bad-request", "achievement must have a condition at character 1; got its end.", ["achievement"]);
            return true;
        };
        (await Client.AskForProblemAsync("POST", Path, """{"achievement": "S"}"""))
            .Is(400, "bad-request", "achievement", "a condition at character 1");
        Assert.Equal("""{"watches":[]}""", await Client.GetStringAsync(Path));
    }

    // Each * becomes another number. The achievements have 4, 4 and 2 conditions.
    [Theory]
    [InlineData("1=1_1=*S1=1S1=1", 32)]
    [InlineData("0xS0=*_0xs0=1_1=1S1=1", 32)]
    [InlineData("S1=*S1=1S", 64)]
    public async Task The_conditions_of_all_achievements_are_limited(string achievement, int max)
    {
        for (var i = 0; i < max; i++)
            await SetWatchAsync(Body(i));
        (await Client.AskForProblemAsync("POST", Path, Body(max))).Is(409, "too-many-watches", null, "128 conditions");
        await SetWatchAsync(Body(0));
        await Client.DeleteAsync($"{Path}/2");
        await SetWatchAsync(Body(max));

        string Body(int i) => $$"""{"achievement": "{{achievement.Replace("*", $"{i}", StringComparison.Ordinal)}}"}""";
    }
}
