using System.Text;

namespace Bridge.Api.Tests.Features.Cheats;

/// <summary>What a request about cheats sends the script, and what the response has of its reply.</summary>
public sealed class CheatRequestTests : FakedBridge
{
    private const string Cheats = "/emulators/default/cheats";
    private const string Text = "+ auto Lives ∞\n82000300 0063\n- gameGenie b\n00A-17B\n00A-17B-C49\n";

    [Fact]
    public async Task All_cheats_are_listed()
    {
        var responding = Client.AskAsync("GET", Cheats);
        await AnswerWithListAsync();
        using var response = await responding;
        Assert.StartsWith(
            """
            {"cheats":[{"name":"Lives ∞","enabled":true,"type":"auto","lines":["82000300 0063"]},
            """
            + """{"name":"b","enabled":false,"type":"gameGenie","lines":["00A-17B","00A-17B-C49"]}],"frame":""",
            await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Codes_are_sent_in_one_form()
    {
        var responding = Client.AskAsync("PUT", Cheats, """
            {"cheats": [{"name": "Lives ∞", "lines": ["82000300 0063", "820003000063", "94a0c1f93d8b7e41"]},
                {"name": "b", "type": "gameGenie", "lines": ["00a-17b"], "enabled": false}]}
            """);
        var request = await Fake.NextRequestAsync("cheats.set");
        Assert.Equal("+ auto Lives ∞\n82000300 0063\n82000300 0063\n94A0C1F9 3D8B7E41\n- gameGenie b\n00A-17B\n",
            Encoding.UTF8.GetString(request.Payload));
        await request.ReplyAsync();
        await AnswerWithListAsync();
        using var response = await responding;
        Assert.True(response.IsSuccessStatusCode);
    }

    [Fact]
    public async Task One_cheat_is_put()
    {
        var responding = Client.AskAsync("PUT", $"{Cheats}/a%20b", """{"lines": ["02000300:63"], "type": "vba", "enabled": false}""");
        var request = await Fake.NextRequestAsync("cheats.put");
        Assert.Equal("- vba a b\n02000300:63\n", Encoding.UTF8.GetString(request.Payload));
        await request.ReplyAsync();
        using var response = await responding;
        Assert.Equal("""{"name":"a b","enabled":false,"type":"vba","lines":["02000300:63"]}""", await response.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task A_cheat_is_switched()
    {
        var responding = Client.AskAsync("PUT", $"{Cheats}/b", """{"enabled": false}""");
        var request = await Fake.NextRequestAsync("cheats.switch");
        Assert.Equal(["b", "0"], request.Arguments);
        await request.ReplyAsync("1");
        await AnswerWithListAsync();
        using var response = await responding;
        Assert.StartsWith("""{"name":"b","enabled":false,""", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("PUT", "cheats.switch")]
    [InlineData("DELETE", "cheats.remove")]
    public async Task A_missing_cheat_is_unknown(string method, string command)
    {
        var responding = Client.AskAsync(method, $"{Cheats}/a", method == "PUT" ? """{"enabled": true}""" : null);
        await (await Fake.NextRequestAsync(command)).ReplyAsync("0");
        using var response = await responding;
        (await ProblemResponse.ReadAsync(response)).Is(404, "unknown-cheat", "name", "There is no cheat \"a\".");
    }

    [Fact]
    public async Task All_are_removed()
    {
        var responding = Client.AskAsync("DELETE", Cheats);
        var request = await Fake.NextRequestAsync("cheats.remove");
        Assert.Equal([""], request.Arguments);
        await request.ReplyAsync("2");
        using var response = await responding;
        Assert.Equal(204, (int)response.StatusCode);
    }

    [Theory]
    [InlineData("cheats[1].lines[2]", "cheats[1].lines[2] must be a code of the GBA; got \"1\".")]
    [InlineData("cheats", "The cheat \"x\" must write less.")]
    public async Task A_refused_code_is_named(string place, string sentence)
    {
        var responding = Client.AskAsync("PUT", Cheats, """{"cheats": []}""");
        await (await Fake.NextRequestAsync("cheats.set")).RefuseAsync("bad-request", sentence, place);
        using var response = await responding;
        (await ProblemResponse.ReadAsync(response)).Is(400, "invalid-parameter", place, sentence);
    }

    [Theory]
    [InlineData("cheats[0].lines[2]", "cheats[0].lines[2] must be a code; got \"1\".", "lines[2]", "lines[2] must be a code; got \"1\".")]
    [InlineData("cheats[0]", "cheats[0] must write less.", "lines", "The cheat must write less.")]
    public async Task A_refused_code_of_one_cheat_is_named(string place, string sentence, string parameter, string told)
    {
        var responding = Client.AskAsync("PUT", $"{Cheats}/a", """{"lines": ["02000300:63"]}""");
        await (await Fake.NextRequestAsync("cheats.put")).RefuseAsync("bad-request", sentence, place);
        using var response = await responding;
        (await ProblemResponse.ReadAsync(response)).Is(400, "invalid-parameter", parameter, told);
    }

    private async Task AnswerWithListAsync() =>
        await (await Fake.NextRequestAsync("cheats.list")).ReplyAsync("ok", [], Encoding.UTF8.GetBytes(Text));
}
