using Bridge.SocketPool.Commands;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>How requests end when their bridge is stopped.</summary>
public sealed class OrderlyEndTests : IAsyncLifetime
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);
    private static readonly EmulatorRequest Press = CommandTable.ButtonsPress.Request(1, 6, 2, 1);

    private readonly FakeEmulator _fake = new();
    private EmulatorClient _client = null!;

    public async ValueTask InitializeAsync()
    {
        // One connection, which carries the events as well.
        _client = new EmulatorClient(
            "default", new EmulatorOptions { Port = _fake.Port, Connections = 1 }, TimeProvider.System, NullLogger.Instance);
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.Running);
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    private async Task<EmulatorReply> AskAsync(EmulatorRequest request) => await _client.SendAsync(request, CancellationToken.None);

    private static async Task<EmulatorFailure> FailureAsync(Task<EmulatorReply> asked) =>
        (await Assert.ThrowsAsync<EmulatorException>(() => asked)).Failure;

    [Theory]
    [InlineData("cancelled", EmulatorFailure.Cancelled)]
    [InlineData("interrupted", EmulatorFailure.Interrupted)]
    public async Task Requests_are_cancelled_in_the_script_with_their_progress(string status, EmulatorFailure failure)
    {
        var press = AskAsync(Press);
        var request = await _fake.NextRequestAsync("buttons.press");
        var ending = _client.EndRequestsAsync();
        Assert.Equal([$"{request.Id}"], (await _fake.NextRequestAsync("cancel")).Arguments);
        await request.RefuseAsync(status);
        Assert.Equal(failure, await FailureAsync(press));
        await ending;
    }

    [Fact]
    public async Task A_request_that_finishes_meanwhile_gets_its_reply()
    {
        var press = AskAsync(Press);
        var request = await _fake.NextRequestAsync("buttons.press");
        var ending = _client.EndRequestsAsync();
        await _fake.NextRequestAsync("cancel");
        await request.ReplyAsync("1", "2", "3");
        (await press).Dispose();
        await ending;
    }

    [Fact]
    public async Task A_request_without_a_reply_ends_without_it()
    {
        var (press, read) = (AskAsync(Press), AskAsync(Read));
        await _fake.NextRequestAsync("buttons.press");
        await _fake.NextRequestAsync("memory.get");
        await _client.EndRequestsAsync();
        Assert.Equal(EmulatorFailure.OutcomeUnknown, await FailureAsync(press));
        Assert.Equal(EmulatorFailure.Stopping, await FailureAsync(read));
    }

    [Fact]
    public async Task No_new_request_is_sent()
    {
        await _client.EndRequestsAsync();
        Assert.Equal(EmulatorFailure.Stopping, await FailureAsync(AskAsync(Press)));
        Assert.Empty(_fake.Commands);
    }
}
