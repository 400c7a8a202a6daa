using System.Collections.Concurrent;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>How the client updates the script's subscription while there is no room for another request.</summary>
public sealed class EventSubscriptionTests : IAsyncLifetime
{
    private static readonly EmulatorRequest Press = CommandTable.ButtonsPress.Request(1, 6, 2, 1);
    private static readonly WatchedPlace Place = new(0x02000000u, "u8", 1, null, 1);

    private readonly FakeEmulator _fake = new();
    private readonly FakeTime _time = new();
    private EmulatorClient _client = null!;

    public async ValueTask InitializeAsync()
    {
        _client = new EmulatorClient(
            "default", new EmulatorOptions { Port = _fake.Port, Connections = 1, InFlight = 1 }, _time, NullLogger.Instance);
        // The next ping, which would take the only slot, is due when the clock is moved by a quarter of a second.
        await Eventually.HoldsAsync(() => _fake.Received.Any(request => request.Command == "ping") && _client.Status.InFlight == 0);
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    [Fact]
    public async Task A_watch_is_cleared_as_soon_as_there_is_room_for_that()
    {
        await ClearWithoutRoomAsync();
        await CommandAsync("watch.clear");
    }

    [Fact]
    public async Task A_watch_that_was_set_again_meanwhile_is_not_cleared()
    {
        await ClearWithoutRoomAsync();
        await SetWatchAsync();
        _time.Advance(TimeSpan.FromMilliseconds(150));
        (await AskAsync()).Dispose();
        Assert.DoesNotContain(_fake.Commands, request => request.Command == "watch.clear");
    }

    [Fact]
    public async Task Others_have_room_while_many_watches_are_cleared()
    {
        const int Watches = 300;
        await using var client = new EmulatorClient(
            "many", new EmulatorOptions { Port = _fake.Port, Connections = 1, InFlight = 200 }, _time, NullLogger.Instance);
        var clears = await SetAndClearAsync(client, Watches);

        var pressing = client.SendAsync(Press, CancellationToken.None).AsTask();
        await (await _fake.NextRequestAsync(Press.Command)).ReplyAsync();
        (await pressing).Dispose();

        await AnswerAsync(clears, Watches);
    }

    [Fact]
    public async Task A_watch_is_set_after_all_earlier_clears()
    {
        const int Watches = 300;
        await using var client = new EmulatorClient(
            "many", new EmulatorOptions { Port = _fake.Port, Connections = 1 }, _time, NullLogger.Instance);
        var clears = await SetAndClearAsync(client, Watches);

        var setting = client.Events.SetWatchAsync(Watches + 1, Place);
        await AnswerAsync(clears, Watches);

        Assert.Equal(7, (await setting).Value);
        string[] commands =
            [.. _fake.Received.Select(request => request.Command).Where(command => command.StartsWith("watch.", StringComparison.Ordinal))];
        Assert.Equal([.. Enumerable.Repeat("watch.set", Watches), .. Enumerable.Repeat("watch.clear", Watches), "watch.set"], commands);
    }

    // Sets watches and clears them; the clears are not answered yet.
    private async Task<ConcurrentQueue<FakeRequest>> SetAndClearAsync(EmulatorClient client, int watches)
    {
        var clears = new ConcurrentQueue<FakeRequest>();
        _fake.Answers = async request =>
        {
            if (request.Command == "watch.clear")
                clears.Enqueue(request);
            else if (request.Command == "watch.set")
                await request.ReplyAsync("7");
            return request.Command != Press.Command;
        };
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running);
        for (var id = 1; id <= watches; id++)
            await client.Events.SetWatchAsync(id, Place);
        for (var id = 1; id <= watches; id++)
            client.Events.ClearWatch(id);
        return clears;
    }

    private static async Task AnswerAsync(ConcurrentQueue<FakeRequest> requests, int count)
    {
        for (var answered = 0; answered < count; answered++)
        {
            FakeRequest? request = null;
            await Eventually.HoldsAsync(() => requests.TryDequeue(out request));
            await request!.ReplyAsync();
        }
    }

    // Sets a watch and clears it while another request takes all the room.
    private async Task ClearWithoutRoomAsync()
    {
        await SetWatchAsync();
        var pressing = _client.SendAsync(Press, CancellationToken.None).AsTask();
        var press = await _fake.NextRequestAsync(Press.Command);
        _client.Events.ClearWatch(1);
        await press.ReplyAsync();
        (await pressing).Dispose();
    }

    private async Task SetWatchAsync()
    {
        var setting = _client.Events.SetWatchAsync(1, Place);
        await (await _fake.NextRequestAsync("watch.set")).ReplyAsync("7");
        Assert.Equal(7, (await setting).Value);
    }

    private async Task<EmulatorReply> AskAsync()
    {
        var reply = _client.SendAsync(Press, CancellationToken.None).AsTask();
        await (await _fake.NextRequestAsync(Press.Command)).ReplyAsync();
        return await reply;
    }

    private Task CommandAsync(string command) => Eventually.HoldsAsync(() =>
    {
        _time.Advance(TimeSpan.FromMilliseconds(20));
        return _fake.Commands.Any(request => request.Command == command);
    });
}
