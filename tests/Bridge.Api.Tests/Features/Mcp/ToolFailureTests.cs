namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>What a model is told when the emulator fails: whether anything was done, and what to do next.</summary>
public sealed class ToolFailureTests() : FakedBridge(
    ("Bridge:Emulators:default:Connections", "1"), ("Bridge:RomFolder", Path.GetTempPath()),
    ("Bridge:OnDemand:Program", Environment.ProcessPath!))
{
    private const string Press = """{"press": ["A"], "screen": "none"}""";
    private const string Look = """{"read": [{"address": "1"}, {"address": "2"}], "screen": false}""";
    private const string Read = """{"places": [{"address": "1"}, {"address": "2"}], "registers": ["r20"]}""";
    private const string Write =
        """{"onlyIf": [{"address": "1", "equals": 1}], "writes": [{"address": "0x02000000", "value": 1}]}""";

    [Theory]
    [InlineData("game_look", """{"screen": false}""")]
    [InlineData("game_act", Press)]
    [InlineData("game_wait", """{"frames": 1}""")]
    [InlineData("game_freeze", """{"frozen": true}""")]
    [InlineData("memory_read", """{"places": [{"address": "1"}]}""")]
    [InlineData("memory_write", """{"writes": [{"address": "0x02000000", "value": 1}]}""")]
    [InlineData("memory_search", """{"is": "any"}""")]
    [InlineData("game_files", "{}")]
    [InlineData("state_save", """{"name": "a"}""")]
    [InlineData("state_load", """{"name": "a"}""")]
    [InlineData("game_rewind", """{"seconds": 1}""")]
    [InlineData("game_try", """{"ways": [["A"]]}""")]
    [InlineData("game_load", "{}")]
    public async Task A_missing_emulator_is_reported_with_the_next_step(string tool, string arguments)
    {
        Fake.Stop();
        await Bridge.ReachesAsync("no-emulator");
        var text = await FailsAsync(tool, arguments);
        Assert.StartsWith("no-emulator: ", text, StringComparison.Ordinal);
        Assert.Contains("Nothing was done.", text, StringComparison.Ordinal);
        Assert.Contains($"127.0.0.1:{Fake.Port}", text, StringComparison.Ordinal);
        Assert.Empty(Fake.Commands);
    }

    [Theory]
    [InlineData("no-game", "File > Load ROM")]
    [InlineData("crashed", "Reset the game with game_load", "1")]
    public async Task A_game_that_does_not_run_is_reported_with_the_next_step(string status, string step, params string[] arguments)
    {
        Fake.AnswersPing = Fake.AnswersInfo = false;
        foreach (var connection in Fake.Connections)
            await connection.ReplyAsync(0, status, arguments, []);
        await Bridge.ReachesAsync(status);
        var text = await FailsAsync("game_act", Press);
        Assert.StartsWith($"{status}: ", text, StringComparison.Ordinal);
        Assert.Contains("Nothing was done.", text, StringComparison.Ordinal);
        Assert.Contains(step, text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_paused_game_is_reported_with_the_next_step()
    {
        Fake.AnswersPing = Fake.AnswersInfo = false;
        await Bridge.ReachesAsync("paused");
        var text = await FailsAsync("game_look", """{"screen": false}""");
        Assert.StartsWith("paused: ", text, StringComparison.Ordinal);
        Assert.Contains("Unpause the game in mGBA", text, StringComparison.Ordinal);
        Assert.DoesNotContain(Fake.Commands, request => request.Command != "cancel");
    }

    [Fact]
    public async Task A_game_that_another_client_holds_is_reported_with_the_remaining_time()
    {
        Fake.Answers = async request =>
        {
            await request.RefuseAsync(
                "held", "a bot has frozen the game exclusively; it resumes in 2001 ms unless the lease is renewed.", "2001");
            return true;
        };
        Assert.Equal(
            "held: a bot has frozen the game exclusively; it resumes in 2001 ms unless the lease is renewed. Nothing was done. "
            + "Wait until it resumes, and call again. Retry after 3 s.",
            await FailsAsync("game_act", Press));
    }

    [Theory]
    [InlineData("game_look", Look, 1, "read[1]")]
    [InlineData("memory_read", Read, 1, "places[1]")]
    [InlineData("memory_read", Read, 2, "registers[0]")]
    [InlineData("memory_read", """{"registers": ["r0", "r20"]}""", 1, "registers[1]")]
    [InlineData("memory_write", Write, 0, "onlyIf[0]")]
    [InlineData("memory_write", Write, 1, "writes[0]")]
    public async Task A_refused_operation_has_the_name_of_the_argument_that_it_was_made_from(
        string tool, string arguments, int operation, string name)
    {
        Fake.Answers = UnheldGame.AnswerAsync;
        var failing = FailsAsync(tool, arguments);
        await (await Fake.NextRequestAsync("batch"))
            .RefuseAsync("bad-request", $"[{operation}]: It says why.", $"[{operation}].name", $"{operation}");
        Assert.StartsWith($"bad-request: {name}: It says why. ", await failing, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("game_act", Press, "act")]
    [InlineData("game_load", """{"look": false}""", "reset")]
    [InlineData("game_rewind", """{"frames": 1}""", "history.rewind")]
    [InlineData("game_rewind", """{"setMark": "here"}""", "history.mark")]
    public async Task A_broken_connection_leaves_the_outcome_unknown(string tool, string arguments, string command)
    {
        Fake.Answers = UnheldGame.AnswerAsync;
        var failing = FailsAsync(tool, arguments);
        await Fake.NextRequestAsync(command);
        Fake.Stop();
        var text = await failing;
        Assert.StartsWith("outcome-unknown: ", text, StringComparison.Ordinal);
        Assert.EndsWith("It may have been done. Call game_look before you repeat it.", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_game_that_was_loaded_is_not_denied_when_its_picture_fails()
    {
        Fake.Answers = UnheldGame.AnswerAsync;
        var failing = FailsAsync("game_load", "{}");
        await (await Fake.NextRequestAsync("reset")).ReplyAsync();
        await (await Fake.NextRequestAsync("act")).RefuseAsync("held", "a bot has frozen the game.", "2001");
        Assert.Equal(
            "outcome-unknown: a bot has frozen the game. It may have been done. Call game_look before you repeat it.", await failing);
    }

    [Fact]
    public async Task A_client_that_disconnects_cancels_its_command()
    {
        Fake.Answers = UnheldGame.AnswerAsync;
        using var client = new CancellationTokenSource();
        var calling = Client.SendMcpAsync(
            "tools/call", $$"""{"name": "game_act", "arguments": {{Press}}}""", cancellationToken: client.Token);
        var act = await Fake.NextRequestAsync("act");
        await client.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => calling);
        var cancel = await Fake.NextRequestAsync("cancel");
        Assert.Equal([$"{act.Id}"], cancel.Arguments);
    }

    private async Task<string> FailsAsync(string tool, string arguments)
    {
        var answer = await Client.CallToolAsync(tool, arguments);
        Assert.True(answer.IsError, answer.Whole.GetRawText());
        Assert.False(answer.Whole.TryGetProperty("structuredContent", out _));
        var text = Assert.Single(answer.Texts);
        Assert.DoesNotMatch("(GET|POST|PUT|DELETE|PATCH) |…/", text);
        return text;
    }
}
