using System.Buffers;
using System.Text;
using Bridge.Api.Features.Events;
using Bridge.SocketPool;
using Bridge.SocketPool.Events;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Events;

/// <summary>The clock of the events stands still until a test moves it; the emulator's client uses the real clock.</summary>
public sealed class TimedEventsTests : IAsyncLifetime
{
    private readonly FakeEmulator _fake = new();
    private readonly FakeTime _time = new();
    private readonly EmulatorClient _client;
    private readonly EmulatorEvents _events;
    private volatile string _topics = "none yet";

    public TimedEventsTests()
    {
        _fake.Answers = async request =>
        {
            if (request.Command is not ("events.subscribe" or "watch.set"))
                return false;
            if (request.Command == "events.subscribe")
                _topics = request.Arguments[0];
            await request.ReplyAsync("7");
            return true;
        };
        _client = new EmulatorClient("default", new EmulatorOptions { Port = _fake.Port }, TimeProvider.System, NullLogger.Instance);
        _events = new EmulatorEvents(_client, maxStreams: 1024, _time, () => null);
    }

    public async ValueTask InitializeAsync() => await Eventually.HoldsAsync(() => _client.Status.OpenConnections == 2);

    public async ValueTask DisposeAsync()
    {
        _events.Dispose();
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    private Task<Subscriber> JoinAsync(EventTopic topics, string? lastId = null) =>
        _events.JoinAsync(topics, watches: null, lastId, CancellationToken.None);

    private static string TextOf(Subscriber subscriber)
    {
        var output = new ArrayBufferWriter<byte>();
        subscriber.Write(output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    [Fact]
    public async Task A_comment_is_sent_every_fifteen_seconds()
    {
        using var subscriber = await JoinAsync(EventTopic.Reset);
        for (var i = 0; i < 3; i++)
        {
            var waiting = subscriber.WaitAsync();
            _time.Advance(TimeSpan.FromSeconds(14.9));
            Assert.False(waiting.IsCompleted);
            _time.Advance(TimeSpan.FromSeconds(0.1));
            Assert.True(await waiting);
            Assert.Equal(":\n", TextOf(subscriber));
        }
    }

    [Fact]
    public async Task A_topic_stays_subscribed_for_a_minute_after_its_last_subscriber()
    {
        var subscriber = await JoinAsync(EventTopic.Buttons | EventTopic.Frame);
        Assert.Equal("frame,buttons", _topics);
        using var other = await JoinAsync(EventTopic.Buttons);
        _events.OnFrame(7);
        // The text begins with "id: ".
        var id = TextOf(subscriber)[4..].Split('\n')[0];
        subscriber.Dispose();
        for (var i = 0; i < 3; i++)
            _time.Advance(TimeSpan.FromSeconds(15));
        Assert.Equal("frame,buttons", _topics);
        using (var again = await JoinAsync(EventTopic.Frame, id))
            Assert.Equal("", TextOf(again));
        for (var i = 0; i < 4; i++)
            _time.Advance(TimeSpan.FromSeconds(15));
        await Eventually.HoldsAsync(() => _topics == "buttons");

        // Nobody can tell which events were lost.
        using var late = await JoinAsync(EventTopic.Frame, id);
        Assert.Equal("frame,buttons", _topics);
        Assert.Contains("event: gap\ndata: {\"lost\":null}\n\n", TextOf(late), StringComparison.Ordinal);
        using var buttons = await JoinAsync(EventTopic.Buttons, id);
        Assert.Equal("", TextOf(buttons));
    }

    [Fact]
    public async Task A_temporary_watch_ends_after_a_minute_without_subscribers()
    {
        var place = new WatchedPlace(0x0200_0000u, "u8", 1, Domain: null, Interval: 1);
        var kept = await _events.SetWatchAsync(place, name: null, "0x02000000", isTemporary: false, owner: null);
        var watch = await _events.SetWatchAsync(place, name: null, "0x02000000", isTemporary: true, owner: null);
        using (await _events.JoinAsync(EventTopic.Watch, [watch.Id], lastId: null, CancellationToken.None))
            Tick(5);
        using var others = await _events.JoinAsync(EventTopic.Watch | EventTopic.Buttons, [kept.Id], lastId: null, CancellationToken.None);
        Tick(3);
        Assert.Equal([kept.Id, watch.Id], _events.ListWatches().Select(each => each.Id));
        Tick(1);
        Assert.Equal([kept.Id], _events.ListWatches().Select(each => each.Id));
    }

    // A tick takes 15 s, so four of them take a minute.
    private void Tick(int times)
    {
        for (var i = 0; i < times; i++)
            _time.Advance(EmulatorEvents.Tick);
    }
}
