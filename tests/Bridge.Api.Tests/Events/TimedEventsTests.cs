using System.Buffers;
using System.Text;
using Bridge.Api.Events;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Events;

/// <summary>The clock of the events stands still until a test moves it; the emulator's client has the real one.</summary>
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
            if (request.Command != "events.subscribe")
                return false;
            _topics = request.Arguments[0];
            await request.ReplyAsync();
            return true;
        };
        _client = new EmulatorClient("default", new EmulatorOptions { Port = _fake.Port }, TimeProvider.System, NullLogger.Instance);
        _events = new EmulatorEvents(_client, _time);
    }

    public async ValueTask InitializeAsync() => await Eventually.HoldsAsync(() => _client.Status.OpenConnections == 2);

    public async ValueTask DisposeAsync()
    {
        _events.Dispose();
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    private Task<Subscriber> JoinAsync(EventTopic topics, string? lastId = null) => _events.JoinAsync(topics, null, lastId, CancellationToken.None);

    private static string TextOf(Subscriber subscriber)
    {
        var output = new ArrayBufferWriter<byte>();
        subscriber.Write(output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    [Fact]
    public async Task A_comment_comes_every_fifteen_seconds()
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
    public async Task A_topic_that_nobody_wants_any_more_is_told_for_another_minute()
    {
        var subscriber = await JoinAsync(EventTopic.Buttons | EventTopic.Frame);
        Assert.Equal("frame,buttons", _topics);
        using var other = await JoinAsync(EventTopic.Buttons);
        _events.OnFrame(7);
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

        // Nobody knows what was not told.
        using var late = await JoinAsync(EventTopic.Frame, id);
        Assert.Equal("frame,buttons", _topics);
        Assert.Contains("event: gap\ndata: {\"lost\":null}\n\n", TextOf(late), StringComparison.Ordinal);
        using var buttons = await JoinAsync(EventTopic.Buttons, id);
        Assert.Equal("", TextOf(buttons));
    }
}
