using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Retries;

/// <summary>Which requests the client retries after their connection broke, how often and for how long.</summary>
public sealed class RepeatedRequestTests : ConnectedClient
{
    [Fact]
    public async Task A_read_whose_connection_breaks_is_sent_again_over_another_one()
    {
        await RunningAsync();
        var reply = Client.SendAsync(Read, CancellationToken.None).AsTask();
        (await Fake.NextRequestAsync()).Connection.Reset();
        await (await Fake.NextRequestAsync("memory.get")).ReplyAsync("3");
        (await reply).Dispose();
    }

    [Fact]
    public async Task A_press_whose_connection_breaks_is_never_sent_again()
    {
        await RunningAsync();
        var reply = Client.SendAsync(Press, CancellationToken.None).AsTask();
        (await Fake.NextRequestAsync()).Connection.Reset();
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => reply);
        Assert.Equal(EmulatorFailure.OutcomeUnknown, exception.Failure);
        await Eventually.HoldsAsync(() => Client.Status.OpenConnections == 2);
        Assert.Single(Fake.Commands, request => request.Command == "buttons.press");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public async Task A_read_is_retried_as_often_as_configured(int retries)
    {
        await using var client = NewClient(new EmulatorOptions { Port = Fake.Port, Retries = retries, Deadline = TimeSpan.FromMinutes(1) });
        await RunningAsync(client);
        var reply = client.SendAsync(Read, CancellationToken.None).AsTask();
        for (var attempt = 0; attempt <= retries; attempt++)
            (await Fake.NextRequestAsync(Read.Command)).Connection.Reset();
        await Eventually.HoldsAsync(
            () => reply.IsCompleted || Fake.Commands.Count(request => request.Command == Read.Command) > 1 + retries);
        Assert.Equal(1 + retries, Fake.Commands.Count(request => request.Command == Read.Command));
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => reply);
        Assert.Equal((EmulatorFailure.OutcomeUnknown, ReplayCategory.ReadOnly), (exception.Failure, exception.Category));
    }

    [Fact]
    public async Task A_waiting_retry_ends_at_its_deadline()
    {
        var time = new FakeTime();
        var options = new EmulatorOptions { Port = Fake.Port, Deadline = TimeSpan.FromMilliseconds(3) };
        await using var client = EmulatorClient.Unchecked("default", options, time, NullLogger.Instance);
        await RunningAsync(client);
        var reply = client.SendAsync(Read, CancellationToken.None).AsTask();
        (await Fake.NextRequestAsync(Read.Command)).Connection.Reset();
        (await Fake.NextRequestAsync(Read.Command)).Connection.Reset();
        await Eventually.HoldsAsync(() =>
        {
            time.Advance(TimeSpan.FromMilliseconds(0.5));
            return reply.IsCompleted || time.Elapsed > options.Deadline * 2;
        });
        var exception = await Assert.ThrowsAsync<EmulatorException>(
            () => reply.WaitAsync(TimeSpan.Zero, TestContext.Current.CancellationToken));
        Assert.Equal(EmulatorFailure.TimedOut, exception.Failure);
    }
}
