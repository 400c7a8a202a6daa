using System.IO.Pipelines;
using System.Net;
using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>A stream of events connects again, whatever way its connection breaks.</summary>
public sealed class BrokenStreamTests
{
    // As in the client.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(40), ReconnectDelay = TimeSpan.FromMilliseconds(250);

    private static HttpResponseMessage Event => Success("event: reset\nid: a-1\ndata: {\"frame\":0}\n\n", "text/event-stream");

    [Fact]
    public async Task Silence()
    {
        var pipe = new Pipe();
        var time = new FakeTime();
        using var told = new ToldHandler(Answer(HttpStatusCode.OK, pipe), Event);
        using var client = told.NewClient(time: time);
        await using var events = (await client.Emulator().ConnectEventsAsync()).GetAsyncEnumerator();
        var next = events.MoveNextAsync().AsTask();

        time.Advance(MaxSilence - TimeSpan.FromMilliseconds(1));
        await pipe.Writer.WriteAsync(": a comment\n\n"u8.ToArray());
        await Eventually.HoldsAsync(() => time.NextDue >= time.Elapsed + MaxSilence);
        time.Advance(MaxSilence);
        await Eventually.HoldsAsync(() => time.NextDue == time.Elapsed + ReconnectDelay);
        Assert.Single(told.Paths);
        time.Advance(ReconnectDelay);

        Assert.True(await next.WaitAsync(Eventually.Patience));
        Assert.Equal("reset", events.Current.Topic);
    }

    [Fact]
    public async Task A_problem_that_breaks_off()
    {
        var pipe = new Pipe();
        await pipe.Writer.CompleteAsync(new IOException("The connection was reset."));
        using var told = new ToldHandler(Success("", "text/event-stream"), Answer(HttpStatusCode.ServiceUnavailable, pipe), Event);
        using var client = told.NewClient();
        await using var events = (await client.Emulator().ConnectEventsAsync()).GetAsyncEnumerator();

        Assert.True(await events.MoveNextAsync().AsTask().WaitAsync(Eventually.Patience));
        Assert.Equal("reset", events.Current.Topic);
    }

    [Fact]
    public async Task An_enumeration_that_ends_before_another_begins()
    {
        using var told = new ToldHandler(Event, Event);
        using var client = told.NewClient();
        var events = await client.Emulator().ConnectEventsAsync();
        for (var i = 0; i < 2; i++)
        {
            await using var enumerator = events.GetAsyncEnumerator();
            Assert.True(await enumerator.MoveNextAsync().AsTask().WaitAsync(Eventually.Patience));
            Assert.Equal("reset", enumerator.Current.Topic);
        }

        Assert.Equal(["GET /emulators/default/events?", "GET /emulators/default/events?lastEventId=a-1"], told.Paths);
    }

    private static HttpResponseMessage Answer(HttpStatusCode status, Pipe body) => new(status)
    {
        Content = new StreamContent(body.Reader.AsStream()) { Headers = { ContentType = new("text/event-stream") } },
    };
}
