namespace Bridge.Api.Tests.Contract.Errors;

/// <summary>How the script's replies become HTTP responses.</summary>
public sealed class ReplyStatusTests() : FakedBridge(("Bridge:Emulators:default:Connections", "1"))
{
    [Theory]
    [InlineData("bad-request", 400, "bad-request", true)]
    [InlineData("out-of-range", 400, "out-of-range", true)]
    [InlineData("unknown-domain", 400, "unknown-domain", true)]
    [InlineData("read-only", 400, "read-only-memory", true)]
    [InlineData("unknown-command", 501, "unsupported", true)]
    [InlineData("unsupported", 501, "unsupported", true)]
    [InlineData("no-game", 503, "no-game", true)]
    [InlineData("conflict", 409, "conflict", true)]
    [InlineData("not-held", 409, "not-held", true)]
    [InlineData("busy", 503, "overloaded", true)]
    [InlineData("unknown-id", 404, "unknown-sequence", true)]
    [InlineData("cancelled", 409, "cancelled", true)]
    [InlineData("interrupted", 409, "interrupted", false)]
    [InlineData("bad-state", 422, "refused-state", true)]
    [InlineData("failed", 502, "emulator-refused", false)]
    [InlineData("internal", 502, "script-error", false)]
    [InlineData("bad-hello", 502, "protocol-error", true)]
    [InlineData("unauthorized", 503, "wrong-secret", true)]
    [InlineData("unsupported-version", 503, "script-outdated", true)]
    // A status that the protocol does not have: the bridge's own sentence names it.
    [InlineData("sunny", 502, "protocol-error", null)]
    public async Task A_failure_status_becomes_its_problem(string wire, int status, string anchor, bool? pressIsSafeToRepeat)
    {
        var asked = Client.AskForProblemAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"]}""");
        await (await Fake.NextRequestAsync("buttons.press")).RefuseAsync(wire, "The script says why.", "mask");
        var problem = await asked;
        Assert.Equal((status, anchor, "default"), (problem.Status, problem.Anchor, problem.Emulator));
        if (pressIsSafeToRepeat is null)
        {
            Assert.Contains("\"sunny\"", problem.Detail, StringComparison.Ordinal);
            return;
        }

        // The protocol calls the argument mask; the HTTP client knows it as buttons.
        Assert.Equal(("The script says why.", "buttons", pressIsSafeToRepeat), (problem.Detail, problem.Parameter, problem.SafeToRepeat));
    }

    [Theory]
    [InlineData("failed")]
    [InlineData("internal")]
    public async Task A_write_that_failed_may_be_repeated(string wire)
    {
        var asked = Client.AskForProblemAsync("PUT", "/emulators/default/memory/0x02000000", """{"value": 1}""");
        await (await Fake.NextRequestAsync("memory.set")).RefuseAsync(wire);
        Assert.True((await asked).SafeToRepeat);
    }

    [Theory]
    [InlineData]
    [InlineData("-1")]
    [InlineData("soon")]
    public async Task Without_a_remaining_hold_time_a_client_is_told_to_retry_in_a_second(params string[] arguments)
    {
        var asked = Client.AskForProblemAsync("GET", "/emulators/default/memory/0x02000000");
        await (await Fake.NextRequestAsync("memory.get")).RefuseAsync("held", "The script says why.", arguments);
        var problem = await asked;
        Assert.Equal("held", problem.Anchor);
        Assert.Equal(TimeSpan.FromSeconds(1), problem.Headers.RetryAfter?.Delta);
    }

    [Fact]
    public async Task A_reply_without_its_value_is_a_protocol_error()
    {
        var asked = Client.AskForProblemAsync("GET", "/emulators/default/memory/0x02000000");
        await (await Fake.NextRequestAsync("memory.get")).ReplyAsync("seven");
        Assert.Equal((502, "protocol-error"), ((await asked).Status, (await asked).Anchor));
    }
}
