using System.Text;

namespace Bridge.Api.Tests.Features.Frames;

/// <summary>A game that a client holds: the commands that the bridge sends to the script, and how it handles the replies.</summary>
public sealed class HeldGameTests() : FakedBridge(("Bridge:Emulators:default:Connections", "1"))
{
    private const string Hold = "/emulators/default/frames/hold";
    private const string Step = "/emulators/default/frames/step";

    [Fact]
    public async Task A_hold_of_another_client_is_reported_with_the_time_to_retry()
    {
        var asked = Client.AskAsync("POST", Hold, """{"leaseSeconds": 1.5, "exclusive": true, "owner": "a bot"}""");
        var request = await Fake.NextRequestAsync("frames.hold");
        Assert.Equal(["1500", "1", "", "a bot"], request.Arguments);
        await request.RefuseAsync("held", "somebody has frozen the game", "2001");
        using var response = await asked;
        Assert.Equal(TimeSpan.FromSeconds(3), response.Headers.RetryAfter?.Delta);
        var problem = await ProblemResponse.ReadAsync(response);
        Assert.Equal(
            (409, "held", "somebody has frozen the game", null), (problem.Status, problem.Anchor, problem.Detail, problem.Parameter));
    }

    [Theory]
    [InlineData("curl/8.5.0", "curl/8.5.0")]
    [InlineData("Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0")]
    [InlineData("", "somebody")]
    public async Task The_default_owner_is_the_client_name_and_the_default_lease_20_s(string agent, string owner)
    {
        using var question = new HttpRequestMessage(HttpMethod.Post, Hold);
        if (agent.Length > 0)
            question.Headers.UserAgent.ParseAdd(agent);
        var asked = Client.SendAsync(question);
        var request = await Fake.NextRequestAsync("frames.hold");
        Assert.Equal(["20000", "0", "", owner], request.Arguments);
        await request.ReplyAsync("1abc", "20000", owner);
        using var response = await asked;
        Assert.Equal("""{"lease":"1abc","frame":1834,"expiresInSeconds":20}""", await response.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task The_state_is_held_while_pings_report_it_and_counts_as_ready()
    {
        Fake.AnswersPing = false;
        var held = true;
        Fake.Answers = async request =>
        {
            if (request.Command == "ping")
                await request.ReplyAsync(held ? ["500"] : []);
            return request.Command == "ping";
        };
        await Bridge.ReachesAsync("held");
        Assert.Equal("ready", (await Client.GetJsonAsync("/health")).GetProperty("status").GetString());
        Assert.Equal("held", (await Client.GetJsonAsync("/health/ready")).GetProperty("state").GetString());
        held = false;
        await Bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task A_step_and_its_reads_use_one_exchange()
    {
        var asked = Client.AskForJsonAsync("POST", Step,
            """
            {"frames": 4, "buttons": ["right", "A"], "lease": "1abc", "draw": false,
             "read": [{"address": "0x02000000", "type": "i8"}, {"address": "[0x10]", "length": 2}]}
            """);
        var request = await Fake.NextRequestAsync("frames.step");
        Assert.Equal(["4", "17", "1abc", "0"], request.Arguments);
        Assert.Equal("1 memory.get 0 0 33554432 1 -\n<|END|>2 memory.read 0 0 [16] 2 -\n<|END|>",
            Encoding.ASCII.GetString(request.Payload));
        await request.ReplyAsync("ok", ["4"], "1 ok 1834 0 255\n<|END|>2 ok 1834 2 32\nab<|END|>"u8.ToArray());
        var answer = await asked;
        Assert.Equal(1834, answer.GetProperty("frame").GetInt64());
        Assert.Equal(-1, answer.GetProperty("values")[0].GetProperty("value").GetInt64());
        Assert.Equal(("0x00000020", "6162"), (answer.GetProperty("values")[1].GetProperty("address").GetString(),
            answer.GetProperty("values")[1].GetProperty("hex").GetString()));
    }

    [Fact]
    public async Task A_failed_read_after_a_step_names_its_place_and_is_not_safe_to_repeat()
    {
        var asked = Client.AskForProblemAsync("POST", Step, """{"read": [{"address": "[0x02000000]"}]}""");
        await (await Fake.NextRequestAsync("frames.step"))
            .RefuseAsync("out-of-range", "[0]: It is null. The step has run.", "[0].address", "1");
        var problem = await asked;
        Assert.Equal((400, "out-of-range", "read[0].address", false),
            (problem.Status, problem.Anchor, problem.Parameter, problem.SafeToRepeat));
        Assert.StartsWith("read[0]: It is null", problem.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_client_disconnect_cancels_its_step()
    {
        using var hangUp = new CancellationTokenSource();
        using var body = new StringContent("""{"frames": 36000}""", Encoding.UTF8, "application/json");
        var asked = Client.PostAsync(Step, body, hangUp.Token);
        var step = await Fake.NextRequestAsync("frames.step");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
        Assert.Equal([$"{step.Id}"], (await Fake.NextRequestAsync("cancel")).Arguments);
    }

    [Fact]
    public async Task The_owner_is_reported_without_the_lease_of_an_exclusive_hold()
    {
        var asked = Client.GetStringAsync(Hold);
        await (await Fake.NextRequestAsync("frames.status")).ReplyAsync("1", "1500", "a bot", "1", "2", "");
        Assert.Equal("""{"held":true,"owner":"a bot","exclusive":true,"expiresInSeconds":1.5,"stepsWaiting":2,"frame":1834}""",
            await asked);
        asked = Client.GetStringAsync(Hold);
        await (await Fake.NextRequestAsync("frames.status")).ReplyAsync("0", "0", "", "0", "0", "");
        Assert.Equal("""{"held":false,"stepsWaiting":0,"frame":1834}""", await asked);
    }
}
