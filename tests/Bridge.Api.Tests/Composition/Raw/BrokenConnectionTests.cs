namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>
/// Replies to raw-listener clients, and outcomes of their commands, when the connection to the emulator fails.
/// </summary>
public sealed class BrokenConnectionTests() : FakedBridge(
    ("Bridge:Emulators:default:Connections", "1"), ("Bridge:Emulators:default:Deadline", "00:00:01"), ("Bridge:Raw:Unix:Path", Path))
{
    // Short, because the path of a Unix socket must have less than 108 bytes.
    private static readonly string Path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"bridge-raw-{Guid.NewGuid():N}"[..24]);

    [Fact]
    public async Task A_press_in_flight_has_an_unknown_outcome_and_is_not_safe_to_repeat()
    {
        using var client = await RawClient.ConnectWithHelloAsync(Path);
        // Button A, held for 6 frames, released for 2; 1: reply at the end.
        await client.SendAsync("buttons.press 1 6 2 1");
        (await Fake.NextRequestAsync("buttons.press")).Connection.Close();
        var reply = await client.ReplyAsync();
        Assert.Equal(("outcome-unknown", "0"), (reply.Word, reply.Arguments[1]));
        await Bridge.ReachesAsync("running");
        Assert.Single(Fake.Commands, command => command.Command == "buttons.press");
    }

    [Fact]
    public async Task A_read_in_flight_is_retried_with_its_arguments()
    {
        using var client = await RawClient.ConnectWithHelloAsync(Path);
        await client.SendAsync("echo\nfirst", "echo\nsecond");
        // A command that arrives after the connection broke is refused at once, so both must be in flight before.
        FakeRequest[] inFlight = [await Fake.NextRequestAsync("echo"), await Fake.NextRequestAsync("echo")];
        Fake.Answers = async request =>
        {
            if (request.Command != "echo")
                return false;
            await request.ReplyAsync("ok", [], request.Payload);
            return true;
        };
        inFlight[0].Connection.Close();
        Assert.Equal("first", (await client.ReplyAsync()).Payload);
        Assert.Equal("second", (await client.ReplyAsync()).Payload);
    }

    [Fact]
    public async Task Replies_are_returned_in_the_order_of_the_commands()
    {
        using var client = await RawClient.ConnectWithHelloAsync(Path);
        await client.SendAsync("memory.get 1 1 -", "memory.get 2 1 -", "memory.get 3 1 -");
        FakeRequest[] asked = [await Fake.NextRequestAsync(), await Fake.NextRequestAsync(), await Fake.NextRequestAsync()];
        foreach (var request in asked.Reverse())
            await request.ReplyAsync(request.Arguments[0]);
        for (var i = 1; i <= 3; i++)
            Assert.Equal($"{i}", Assert.Single((await client.ReplyAsync()).Arguments));
    }

    [Fact]
    public async Task A_read_that_is_never_answered_times_out_and_is_safe_to_repeat()
    {
        using var client = await RawClient.ConnectWithHelloAsync(Path);
        var reply = await client.AskAsync("memory.get 1 1 -");
        Assert.Equal(("timed-out", "1"), (reply.Word, reply.Arguments[1]));
    }

    [Fact]
    public async Task A_client_disconnect_cancels_its_commands()
    {
        var client = await RawClient.ConnectWithHelloAsync(Path);
        await client.SendAsync("frames.wait 600", "buttons.press 1 6 2 1");
        string[] ids = [$"{(await Fake.NextRequestAsync("frames.wait")).Id}", $"{(await Fake.NextRequestAsync("buttons.press")).Id}"];
        client.Dispose();
        string[] cancelled = [(await Fake.NextRequestAsync("cancel")).Arguments[0], (await Fake.NextRequestAsync("cancel")).Arguments[0]];
        Assert.Equal(ids.Order(), cancelled.Order());
    }

    [Fact]
    public async Task Commands_are_refused_without_an_emulator_and_work_once_there_is_one()
    {
        using var client = await RawClient.ConnectWithHelloAsync(Path);
        Fake.Stop();
        await Bridge.ReachesAsync("no-emulator");
        var reply = await client.AskAsync("buttons.press 1 6 2 1");
        Assert.Equal(("no-emulator", "1"), (reply.Word, reply.Arguments[1]));
        Fake.StartListening();
        await Bridge.ReachesAsync("running");
        await client.SendAsync("reset");
        await (await Fake.NextRequestAsync("reset")).ReplyAsync();
        Assert.Equal("ok", (await client.ReplyAsync()).Word);
    }
}
