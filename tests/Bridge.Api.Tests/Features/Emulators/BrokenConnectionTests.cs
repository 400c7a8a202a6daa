using System.Text;

namespace Bridge.Api.Tests.Features.Emulators;

public sealed class BrokenConnectionTests() : FakedBridge(
    ("Bridge:Emulators:default:Connections", "1"), ("Bridge:Emulators:default:Deadline", "00:00:01"))
{
    private const string Memory = "/emulators/default/memory/0x02000000";
    private const string Press = "/emulators/default/buttons/press";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_press_in_flight_has_an_unknown_outcome_and_is_not_safe_to_repeat(bool reset)
    {
        var asked = Client.AskForProblemAsync("POST", Press, """{"buttons": ["A"]}""");
        var request = await Fake.NextRequestAsync("buttons.press");
        if (reset)
            request.Connection.Reset();
        else
            request.Connection.Close();
        var problem = await asked;
        problem.Is(504, "outcome-unknown", null, "may or may not have run");
        Assert.False(problem.SafeToRepeat);
        await Bridge.ReachesAsync("running");
        Assert.Single(Fake.Commands, command => command.Command == "buttons.press");
    }

    [Fact]
    public async Task A_write_in_flight_has_an_unknown_outcome_and_is_safe_to_repeat()
    {
        var asked = Client.AskForProblemAsync("PUT", Memory, """{"value": 1}""");
        (await Fake.NextRequestAsync("memory.set")).Connection.Close();
        var problem = await asked;
        problem.Is(504, "outcome-unknown", null, "may or may not have run");
        Assert.True(problem.SafeToRepeat);
        await Bridge.ReachesAsync("running");
        Assert.Single(Fake.Commands, command => command.Command == "memory.set");
    }

    [Fact]
    public async Task Invalid_protocol_data_ends_the_connection_and_leaves_the_outcome_unknown()
    {
        var asked = Client.AskForProblemAsync("POST", Press, """{"buttons": ["A"]}""");
        var request = await Fake.NextRequestAsync("buttons.press");
        await request.Connection.SendAsync(Encoding.ASCII.GetBytes($"{request.Id} ok 1834 3\n1 2 3 4<|END|>"));
        (await asked).Is(504, "outcome-unknown", null);
        await request.Connection.Ended.WaitAsync(Eventually.Patience);
        await Bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task A_read_that_is_never_answered_times_out()
    {
        var asked = Client.AskForProblemAsync("GET", Memory);
        var request = await Fake.NextRequestAsync("memory.get");
        var problem = await asked;
        problem.Is(504, "timed-out", null, "deadline");
        Assert.True(problem.SafeToRepeat);
        Assert.Equal($"{request.Id}", Assert.Single((await Fake.NextRequestAsync("cancel")).Arguments));
    }

    [Fact]
    public async Task A_press_that_is_never_answered_has_an_unknown_outcome()
    {
        var asked = Client.AskForProblemAsync("POST", Press, """{"buttons": ["A"], "wait": false}""");
        var request = await Fake.NextRequestAsync("buttons.press");
        var problem = await asked;
        problem.Is(504, "outcome-unknown", null, "deadline");
        Assert.False(problem.SafeToRepeat);
        Assert.Equal($"{request.Id}", Assert.Single((await Fake.NextRequestAsync("cancel")).Arguments));
    }

    [Fact]
    public async Task A_client_disconnect_cancels_its_request()
    {
        using var hangUp = new CancellationTokenSource();
        var asked = Client.GetAsync(Memory, hangUp.Token);
        var request = await Fake.NextRequestAsync("memory.get");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
        Assert.Equal($"{request.Id}", Assert.Single((await Fake.NextRequestAsync("cancel")).Arguments));
    }

    [Fact]
    public async Task Requests_over_the_in_flight_limit_are_refused_as_overloaded()
    {
        await using var bridge = BridgeHost.For(
            Fake.Port, ("Bridge:Emulators:default:Connections", "1"), ("Bridge:Emulators:default:InFlight", "2"),
            ("Bridge:Emulators:default:PingInterval", "00:00:10"));
        await bridge.ReachesAsync("running");
        var first = bridge.Client.AskForJsonAsync("GET", Memory);
        var second = bridge.Client.AskForJsonAsync("GET", Memory);
        FakeRequest[] requests = [await Fake.NextRequestAsync("memory.get"), await Fake.NextRequestAsync("memory.get")];
        (await bridge.Client.AskForProblemAsync("GET", Memory)).Is(503, "overloaded", null, "2 requests", "again");
        foreach (var request in requests)
            await request.ReplyAsync("7");
        Assert.Equal(7, (await first).GetProperty("value").GetInt32());
        Assert.Equal(7, (await second).GetProperty("value").GetInt32());
    }
}
