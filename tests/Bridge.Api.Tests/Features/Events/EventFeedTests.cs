using System.Buffers;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Events;

namespace Bridge.Api.Tests.Features.Events;

public sealed class EventFeedTests
{
    private const int MaxSubscribers = 20;

    private readonly EventFeed _feed = new("run", MaxSubscribers);

    private void Publish(EventTopic topic, long number, int watch = 0) =>
        _feed.Publish(topic, watch, new FrameEvent(number), EventJson.Context.FrameEvent);

    private static string TextOf(Subscriber subscriber)
    {
        var output = new ArrayBufferWriter<byte>();
        subscriber.Write(output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    // Reads until no event is pending.
    private static string DrainAll(Subscriber subscriber)
    {
        var text = new StringBuilder();
        for (var portion = TextOf(subscriber); portion.Length > 0; portion = TextOf(subscriber))
            text.Append(portion);
        return text.ToString();
    }

    [Fact]
    public void An_event_is_written_as_the_SSE_standard_says()
    {
        using var subscriber = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        Publish(EventTopic.Frame, 7);
        Assert.Equal("id: run-1\nevent: frame\ndata: {\"frame\":7}\n\n", TextOf(subscriber));
        Assert.Equal("", TextOf(subscriber));
    }

    [Fact]
    public async Task Only_subscribed_topics_wake_a_subscriber_and_are_written()
    {
        using var subscriber = _feed.Join(EventTopic.Reset | EventTopic.Watch, [3, 5], seen: 0, hasGap: false);
        var waiting = subscriber.WaitAsync();
        Publish(EventTopic.Frame, 1);
        Publish(EventTopic.Watch, 2, watch: 4);
        subscriber.Notify();
        Assert.False(waiting.IsCompleted);
        Publish(EventTopic.Watch, 3, watch: 5);
        Assert.True(await waiting);
        Publish(EventTopic.Frame, 4);
        Publish(EventTopic.Reset, 5);
        Assert.Equal("id: run-3\nevent: watch\ndata: {\"frame\":3}\n\nid: run-5\nevent: reset\ndata: {\"frame\":5}\n\n",
            TextOf(subscriber));
    }

    [Fact]
    public async Task A_subscriber_loses_no_events_because_of_the_topics_of_others()
    {
        using var subscriber = _feed.Join(EventTopic.Reset, watches: null, seen: 0, hasGap: false);
        var waiting = subscriber.WaitAsync();
        for (var i = 0; i < 3 * EventFeed.Capacity; i++)
        {
            Publish(EventTopic.Frame, i);
            if (i % 1000 == 0)
                subscriber.Notify();
        }

        Assert.False(waiting.IsCompleted);
        Publish(EventTopic.Reset, -1);
        Assert.True(await waiting);
        Assert.StartsWith($"id: run-{(3 * EventFeed.Capacity) + 1}\nevent: reset", TextOf(subscriber), StringComparison.Ordinal);
    }

    [Fact]
    public void A_subscriber_that_does_not_read_is_told_how_many_events_it_has_lost()
    {
        using var subscriber = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        for (var i = 1; i <= EventFeed.Capacity + 100; i++)
            Publish(EventTopic.Frame, i);
        var text = DrainAll(subscriber);
        Assert.StartsWith("id: run-100\nevent: gap\ndata: {\"lost\":100}\n\nid: run-101\nevent: frame\ndata: {\"frame\":101}\n\n", text,
            StringComparison.Ordinal);
        Assert.EndsWith($"id: run-{EventFeed.Capacity + 100}\nevent: frame\ndata: {{\"frame\":{EventFeed.Capacity + 100}}}\n\n", text,
            StringComparison.Ordinal);
        Assert.Equal(EventFeed.Capacity, text.Split("event: frame").Length - 1);
    }

    [Fact]
    public void One_write_is_limited_in_size()
    {
        using var subscriber = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        for (var i = 1; i <= EventFeed.Capacity; i++)
            Publish(EventTopic.Frame, i);
        Assert.InRange(TextOf(subscriber).Length, 16 * 1024, 17 * 1024);
    }

    [Fact]
    public void An_id_that_was_never_sent_is_unknown()
    {
        Publish(EventTopic.Frame, 1);
        Publish(EventTopic.Frame, 2);
        Assert.Equal((0, 2), (_feed.NumberIn("run-0"), _feed.NumberIn("run-2")));
        Assert.All(["run-3", "run-", "run", "run--1", "ran-1", "", "1", "run-1 ", "run-99999999999999999999"],
            id => Assert.Null(_feed.NumberIn(id)));
    }

    [Fact]
    public async Task A_comment_is_sent_without_an_event()
    {
        using var subscriber = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        var waiting = subscriber.WaitAsync();
        _feed.KeepAlive();
        Assert.True(await waiting);
        Assert.Equal(":\n", TextOf(subscriber));
        Assert.Equal("", TextOf(subscriber));
    }

    [Fact]
    public async Task The_end_completes_waiting_idle_and_new_subscribers()
    {
        using var waiter = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        using var idle = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        var waiting = waiter.WaitAsync();
        _feed.End();
        Assert.False(await waiting);
        Assert.False(await idle.WaitAsync());
        using var late = _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false);
        Assert.False(await late.WaitAsync());
    }

    [Fact]
    public void A_subscriber_over_the_limit_is_refused_until_one_leaves()
    {
        var all = Enumerable.Range(0, MaxSubscribers)
            .Select(_ => _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false)).ToList();
        var refusal = Assert.Throws<RequestException>(() => _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false));
        Assert.Equal(ProblemTypes.Overloaded, refusal.Type);
        all[5].Dispose();
        _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false).Dispose();
        Assert.True(_feed.IsWanted(EventTopic.Frame));
        all.ForEach(subscriber => subscriber.Dispose());
        Assert.False(_feed.IsWanted(EventTopic.Frame));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(4)]
    public async Task When_one_subscriber_leaves_the_others_still_get_events(int leaving)
    {
        var all = Enumerable.Range(0, 5).Select(_ => _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false)).ToList();
        all[leaving].Dispose();
        all[leaving].Dispose();
        all.RemoveAt(leaving);
        all.Add(_feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false));
        var waiting = all.Select(subscriber => subscriber.WaitAsync().AsTask()).ToArray();
        Publish(EventTopic.Frame, 7);
        Assert.DoesNotContain(false, await Task.WhenAll(waiting).WaitAsync(Eventually.Patience));
        all.ForEach(subscriber => subscriber.Dispose());
        Assert.False(_feed.IsWanted(EventTopic.Frame));
    }

    [Fact]
    public async Task Many_readers_and_writers_in_parallel_each_get_everything_in_order()
    {
        const int Each = 800;
        using var over = new CancellationTokenSource(Eventually.Patience);
        var readers = Enumerable.Range(0, 8).Select(_ => _feed.Join(EventTopic.Frame, watches: null, seen: 0, hasGap: false)).ToArray();
        var reading = readers.Select(reader => Task.Run(async () =>
        {
            var count = 0;
            while (count < 4 * Each)
            {
                Assert.True(await reader.WaitAsync().AsTask().WaitAsync(over.Token));
                foreach (var line in TextOf(reader).Split('\n').Where(line => line.StartsWith("id: ", StringComparison.Ordinal)))
                    Assert.Equal($"id: run-{++count}", line);
            }
        })).ToArray();
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            for (var i = 0; i < Each; i++)
                Publish(EventTopic.Frame, i);
        })));
        await Task.WhenAll(reading);
    }
}
