using System.Text;
using Bridge.Api.Features.History;

namespace Bridge.Api.Tests.Features.History;

public sealed class HistoryTests : FakedBridge
{
    private const string Emulator = "/emulators/default";

    [Fact]
    public async Task The_history_is_told_with_its_marks_and_its_hash()
    {
        var asked = Client.GetStringAsync($"{Emulator}/history");
        var request = await Fake.NextRequestAsync("history");
        await request.ReplyAsync("ok", ["10", "1834", "1900", "5000", "1199", "0123456789abcdef"],
            Encoding.UTF8.GetBytes("20 start\n1800 the boss"));

        Assert.Equal("""
            {"from":10,"now":1834,"to":1900,"bytes":5000,"marks":[{"name":"start","at":20},{"name":"the boss","at":1800}],
            "hashedAt":1199,"hash":"0123456789abcdef","frame":1834}
            """.ReplaceLineEndings(""), await asked);
    }

    [Fact]
    public async Task A_history_without_marks_and_hash_has_neither()
    {
        var asked = Client.GetStringAsync($"{Emulator}/history");
        await (await Fake.NextRequestAsync("history")).ReplyAsync("0", "5", "5", "100", "", "");

        Assert.Equal("""{"from":0,"now":5,"to":5,"bytes":100,"marks":[],"frame":1834}""", await asked);
    }

    [Theory]
    [InlineData("""{"frames": 60}""", "frames", "60", "")]
    [InlineData("""{"seconds": 10}""", "frames", "597", "")]
    [InlineData("""{"seconds": 0.01}""", "frames", "1", "")]
    [InlineData("""{"toFrame": 0, "lease": "a1"}""", "frame", "0", "a1")]
    [InlineData("""{"mark": "the boss"}""", "mark", "the boss", "")]
    public async Task A_rewind_names_its_frame(string body, string unit, string value, string lease)
    {
        var asked = Client.AskForJsonAsync("POST", $"{Emulator}/rewind", body);
        var request = await Fake.NextRequestAsync("history.rewind");
        Assert.Equal([unit, value, lease], request.Arguments);
        Fake.Frame = 1774;
        await request.ReplyAsync("10", "1774", "1834");

        Assert.Equal("""{"from":10,"now":1774,"to":1834,"frame":1774}""", (await asked).GetRawText());
    }

    [Theory]
    [InlineData("conflict", 409, "conflict")]
    [InlineData("held", 409, "held")]
    [InlineData("busy", 503, "overloaded")]
    [InlineData("unsupported", 501, "unsupported")]
    [InlineData("failed", 502, "emulator-refused")]
    public async Task A_refused_rewind_is_a_problem_with_the_sentence(string status, int expected, string anchor)
    {
        var asked = Client.AskAsync("POST", $"{Emulator}/rewind", """{"frames": 1}""");
        await (await Fake.NextRequestAsync("history.rewind")).RefuseAsync(status, "The history has the frames 1 to 2.");

        using var response = await asked;
        var (got, problem, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((expected, anchor), (got, problem));
        Assert.Equal("The history has the frames 1 to 2.", detail);
    }

    [Fact]
    public async Task A_rewind_is_not_repeated_after_a_broken_connection()
    {
        var asked = Client.AskAsync("POST", $"{Emulator}/rewind", """{"frames": 1}""");
        var request = await Fake.NextRequestAsync("history.rewind");
        request.Connection.Close();

        using var response = await asked;
        Assert.Equal(504, (int)response.StatusCode);
        Assert.Single(Fake.Commands, command => command.Command == "history.rewind");
    }

    [Fact]
    public async Task A_mark_is_told_with_its_frame()
    {
        var asked = Client.AskForJsonAsync("POST", $"{Emulator}/history/marks", """{"name": "the boss"}""");
        var request = await Fake.NextRequestAsync("history.mark");
        Assert.Equal(["the boss"], request.Arguments);
        await request.ReplyAsync("1833");

        Assert.Equal("""{"name":"the boss","at":1833,"frame":1834}""", (await asked).GetRawText());
    }

    [Fact]
    public void The_settings_have_limits()
    {
        Assert.Empty(new HistoryOptions().FindFailures());
        Assert.Empty(new HistoryOptions { Minutes = 0, Bytes = 1 << 20 }.FindFailures());
        Assert.Empty(new HistoryOptions { Minutes = 60, Bytes = 1 << 30 }.FindFailures());
        Assert.Equal(["Bridge:History:Minutes must be 0 to 60; got 61."], new HistoryOptions { Minutes = 61 }.FindFailures());
        Assert.Equal(["Bridge:History:Bytes must be 1048576 to 1073741824; got 1048575."],
            new HistoryOptions { Bytes = (1 << 20) - 1 }.FindFailures());
    }
}
