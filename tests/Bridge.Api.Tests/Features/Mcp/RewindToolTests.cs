using System.Text;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>What game_rewind sends, and how it answers.</summary>
public sealed class RewindToolTests : FakedBridge
{
    [Theory]
    [InlineData("""{"seconds": 10, "look": false}""", "frames", "597")]
    [InlineData("""{"frames": 60, "look": false}""", "frames", "60")]
    [InlineData("""{"mark": "the boss", "look": false}""", "mark", "the boss")]
    public async Task It_goes_back_and_tells_how_far_it_can_go(string arguments, string unit, string value)
    {
        var calling = Client.CallToolAsync("game_rewind", arguments);
        var request = await Fake.NextRequestAsync("history.rewind");
        Assert.Equal([unit, value, ""], request.Arguments);
        await request.ReplyAsync("10", "1774", "1834");
        await AnswerHistoryAsync("20 start\n1700 the boss");

        var answer = await calling;
        Assert.False(answer.IsError, answer.Whole.GetRawText());
        Assert.Equal(
            """{"frame":1834,"turnsBack":0,"framesBack":1764,"secondsBack":29.5,"marks":{"names":["the boss","start"],"more":0}"""
            + ""","frozen":false}""",
            Assert.Single(answer.Texts));
    }

    [Fact]
    public async Task It_names_the_present_moment_without_a_picture()
    {
        var calling = Client.CallToolAsync("game_rewind", """{"setMark": "here"}""");
        var request = await Fake.NextRequestAsync("history.mark");
        Assert.Equal(["here"], request.Arguments);
        await request.ReplyAsync("1774");
        await AnswerHistoryAsync("1774 here");

        var answer = await calling;
        Assert.Empty(answer.Pictures);
        Assert.Contains("\"marks\":{\"names\":[\"here\"],\"more\":0}", Assert.Single(answer.Texts), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_latest_marks_are_listed()
    {
        var calling = Client.CallToolAsync("game_rewind", """{"setMark": "99"}""");
        await (await Fake.NextRequestAsync("history.mark")).ReplyAsync("99");
        await AnswerHistoryAsync(string.Join('\n', Enumerable.Range(0, 100).Select(frame => $"{frame} {frame}")));

        var text = Assert.Single((await calling).Texts);
        Assert.Contains("[\"99\",\"98\",", text, StringComparison.Ordinal);
        Assert.EndsWith("\"50\"],\"more\":50},\"frozen\":false}", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_frame_that_the_history_lacks_is_refused()
    {
        var calling = Client.CallToolAsync("game_rewind", """{"frames": 9000}""");
        await (await Fake.NextRequestAsync("history.rewind")).RefuseAsync("conflict", "The history has the frames 1 to 2.");

        Assert.Equal("conflict: The history has the frames 1 to 2. Nothing was done.", Assert.Single((await calling).Texts));
    }

    [Fact]
    public async Task A_failure_after_the_rewind_does_not_say_that_nothing_was_done()
    {
        var calling = Client.CallToolAsync("game_rewind", """{"frames": 60, "look": false}""");
        await (await Fake.NextRequestAsync("history.rewind")).ReplyAsync("10", "1774", "1834");
        await (await Fake.NextRequestAsync("history")).RefuseAsync("failed", "as told");

        var text = Assert.Single((await calling).Texts);
        Assert.Equal("outcome-unknown: as told It may have been done. Call game_look before you repeat it.", text);
    }

    private async Task AnswerHistoryAsync(string marks)
    {
        // First, present and last frame, bytes, frame and value of the latest hash.
        await (await Fake.NextRequestAsync("history")).ReplyAsync(
            "ok", ["10", "1774", "1834", "5000", "", ""], Encoding.UTF8.GetBytes(marks));
        await (await Fake.NextRequestAsync("buttons.get")).ReplyAsync("0", "0", "0");
    }
}
