using Bridge.Testing;

namespace Bridge.SocketPool.Tests;

/// <summary>How the client sees an emulator that stops and restarts.</summary>
public sealed class EmulatorClientTests : ConnectedClient
{
    [Fact]
    public async Task Connects_ahead_of_need_and_no_more_often_than_configured()
    {
        await Eventually.HoldsAsync(() => Client.Status.OpenConnections == 2);
        await Task.WhenAll(Enumerable.Range(0, 100).Select(async _ => (await AskAsync(Read)).Dispose()));
        Assert.Equal(2, Fake.Connections.Count);
        Assert.Equal(2, Fake.Received.Count(request => request.Command == "hello"));
    }

    [Fact]
    public async Task Reconnects_when_the_emulator_is_back()
    {
        await RunningAsync();
        Fake.Stop();
        await Eventually.HoldsAsync(() => Client.State == EmulatorState.NoEmulator);
        await AssertFailsAsync(EmulatorFailure.NoEmulator);
        Fake.StartListening();
        await RunningAsync();
        (await AskAsync(Read)).Dispose();
    }

    [Fact]
    public async Task A_wait_for_a_running_emulator_ends_when_it_runs()
    {
        await Client.WaitUntilRunningAsync(TestContext.Current.CancellationToken)
            .WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
        Assert.Equal(EmulatorState.Running, Client.State);

        Fake.Stop();
        await Eventually.HoldsAsync(() => Client.State == EmulatorState.NoEmulator);
        using var cancellation = new CancellationTokenSource();
        var cancelled = Client.WaitUntilRunningAsync(cancellation.Token);
        var running = Client.WaitUntilRunningAsync(TestContext.Current.CancellationToken);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);
        Assert.False(running.IsCompleted);
        Fake.StartListening();
        await running.WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Distinguishes_a_paused_game_from_a_missing_emulator()
    {
        await RunningAsync();
        Fake.AnswersPing = false;
        await Eventually.HoldsAsync(() => Client.State == EmulatorState.Paused);
        await AssertFailsAsync(EmulatorFailure.Paused);
        Fake.AnswersPing = true;
        await (await Fake.NextRequestAsync("ping")).ReplyAsync();
        await Eventually.HoldsAsync(() => Client.State == EmulatorState.Running);
    }

    [Fact]
    public async Task Waits_for_the_rest_of_a_millisecond_before_it_calls_the_emulator_paused()
    {
        var time = new FakeTime();
        await using var silent = new FakeEmulator { AnswersPing = false };
        var options = new EmulatorOptions { Port = silent.Port, Connections = 1 };
        await using var client = NewClient(options, time);
        await silent.NextRequestAsync("ping");
        // By the fake clock's frequency, a second after this is a little less than a second.
        time.Advance(TimeSpan.FromMilliseconds(20));
        var read = client.SendAsync(Read, CancellationToken.None).AsTask();
        await (await silent.NextRequestAsync(Read.Command)).ReplyAsync("1");
        (await read).Dispose();
        await Task.Run(() => time.Advance(options.PausedAfter), TestContext.Current.CancellationToken)
            .WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Paused);
    }

    [Fact]
    public async Task An_unanswered_hello_means_that_no_frames_are_emulated()
    {
        await using var silent = new FakeEmulator { AnswersHello = false };
        await using var client = NewClient(new EmulatorOptions { Port = silent.Port, PausedAfter = TimeSpan.FromMilliseconds(100) });
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Paused);
        await silent.ChallengeAsync(await silent.NextRequestAsync("hello"));
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running);
    }

    [Fact]
    public async Task A_hello_that_was_answered_before_the_game_crashed_does_not_end_the_crash()
    {
        await using var emulator = new FakeEmulator { AnswersHello = false };
        await using var client = NewClient(new EmulatorOptions { Port = emulator.Port, Connections = 2 });
        var (first, second) = (await emulator.NextRequestAsync("hello"), await emulator.NextRequestAsync("hello"));
        await emulator.ChallengeAsync(first);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running);
        await first.Connection.ReplyAsync(0, "crashed", ["1"], []);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Crashed);
        await emulator.ChallengeAsync(second);
        await Eventually.HoldsAsync(() => client.Status.OpenConnections == 2);
        Assert.Equal(EmulatorState.Crashed, client.State);
    }

    [Theory]
    [InlineData("unsupported-version", EmulatorState.ScriptOutdated, EmulatorFailure.ScriptOutdated)]
    [InlineData("unauthorized", EmulatorState.WrongSecret, EmulatorFailure.WrongSecret)]
    public async Task Says_why_the_script_refuses_the_bridge(string status, EmulatorState state, EmulatorFailure failure)
    {
        await using var refusing = new FakeEmulator { HelloStatus = status };
        await using var client = NewClient(new EmulatorOptions { Port = refusing.Port });
        await Eventually.HoldsAsync(() => client.State == state);
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => client.SendAsync(Read, CancellationToken.None).AsTask());
        Assert.Equal(failure, exception.Failure);
    }

    [Fact]
    public async Task A_closed_game_is_known_at_once()
    {
        await RunningAsync();
        Fake.AnswersPing = false;
        foreach (var connection in Fake.Connections)
            await connection.ReplyAsync(0, "no-game", [], []);
        await Eventually.HoldsAsync(() => Client.State == EmulatorState.NoGame);
        await AssertFailsAsync(EmulatorFailure.NoGame);
    }

    [Fact]
    public async Task A_disposed_client_disconnects_gracefully()
    {
        await RunningAsync();
        var connections = Fake.Connections;
        await Client.DisposeAsync();
        foreach (var connection in connections)
            await connection.Ended;
    }

    private async Task AssertFailsAsync(EmulatorFailure failure)
    {
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => Client.SendAsync(Read, CancellationToken.None).AsTask());
        Assert.Equal(failure, exception.Failure);
    }
}
