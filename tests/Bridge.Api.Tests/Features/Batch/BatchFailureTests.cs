using System.Text;

namespace Bridge.Api.Tests.Features.Batch;

/// <summary>The outcome of a batch whose connection breaks, or that contains a failing operation.</summary>
public sealed class BatchFailureTests : FakedBridge
{
    private const string Reads =
        """{"operations": [{"op": "read", "address": "0"}, {"op": "guard", "address": "0", "is": "eq", "value": 1}]}""";
    private const string Writes =
        """{"operations": [{"op": "read", "address": "0"}, {"op": "write", "address": "0x02000000", "value": 1}]}""";
    private const string Presses = """{"operations": [{"op": "read", "address": "0"}, {"op": "press", "buttons": ["A"]}]}""";

    // The second argument of the reply (ran) is the number of operations that ran before the failed one.
    [Theory]
    [InlineData("out-of-range", "[1].address", "0", "out-of-range", "operations[1].address", true)]
    [InlineData("conflict", "[1].mask", "0", "conflict", "operations[1].buttons", true)]
    [InlineData("conflict", "[1].mask", "1", "conflict", "operations[1].buttons", false)]
    [InlineData("bad-request", "[1].width", "1", "bad-request", "operations[1].type", false)]
    [InlineData("bad-request", "[1].payload", "0", "bad-request", "operations[1].hex", true)]
    [InlineData("unknown-command", "[1]", "0", "unsupported", "operations[1]", true)]
    public async Task A_failed_operation_is_named_and_safe_to_repeat_only_if_none_ran_before_it(
        string status, string argument, string ran, string anchor, string parameter, bool safe)
    {
        var asked = Client.AskForProblemAsync("POST", "/emulators/default/batch", Presses);
        await (await Fake.NextRequestAsync("batch")).ReplyAsync(status, [argument, ran], Encoding.UTF8.GetBytes("[1]: it says why"));
        var problem = await asked;
        Assert.Equal((anchor, parameter, safe), (problem.Anchor, problem.Parameter, problem.SafeToRepeat));
        Assert.Equal("operations[1]: it says why", problem.Detail);
    }

    [Fact]
    public async Task A_batch_of_reads_is_retried_when_the_connection_breaks()
    {
        var asked = Client.AskForJsonAsync("POST", "/emulators/default/batch", Reads);
        (await Fake.NextRequestAsync("batch")).Connection.Reset();
        await (await Fake.NextRequestAsync("batch")).ReplyAsync("ok", ["2"], "1 ok 1834 0 7\n<|END|>2 ok 1834 0 1 1\n<|END|>"u8.ToArray());
        Assert.Equal(7, (await asked).GetProperty("results")[0].GetProperty("value").GetInt32());
    }

    [Theory]
    [InlineData(Writes, true)]
    [InlineData(Presses, false)]
    public async Task A_batch_with_effects_is_not_retried_and_the_failure_says_whether_it_is_safe_to_repeat(string body, bool safe)
    {
        var asked = Client.AskForProblemAsync("POST", "/emulators/default/batch", body);
        (await Fake.NextRequestAsync("batch")).Connection.Reset();
        var problem = await asked;
        Assert.Equal(("outcome-unknown", safe), (problem.Anchor, problem.SafeToRepeat));
        Assert.Single(Fake.Commands, request => request.Command == "batch");
    }

    [Fact]
    public async Task A_reply_with_too_few_results_is_a_protocol_error()
    {
        var asked = Client.AskForProblemAsync("POST", "/emulators/default/memory/read", """[{"address": "0"}, {"address": "1"}]""");
        await (await Fake.NextRequestAsync("batch")).ReplyAsync("ok", ["2"], "1 ok 1834 0 7\n<|END|>"u8.ToArray());
        Assert.Equal((502, "protocol-error"), ((await asked).Status, (await asked).Anchor));
    }

    [Fact]
    public async Task A_failed_place_is_identified_by_its_index()
    {
        var asked = Client.AskForProblemAsync("POST", "/emulators/default/memory/read", """[{"address": "0"}, {"address": "1"}]""");
        await (await Fake.NextRequestAsync("batch")).ReplyAsync("out-of-range", ["[1].address", "1"], "[1]: nothing is there"u8.ToArray());
        Assert.Equal(("out-of-range", "[1].address", true), ((await asked).Anchor, (await asked).Parameter, (await asked).SafeToRepeat));
    }
}
