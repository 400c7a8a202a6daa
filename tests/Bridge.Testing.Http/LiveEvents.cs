using System.Net.ServerSentEvents;
using System.Text.Json;

namespace Bridge.Testing.Http;

/// <summary>An event as its client sees it.</summary>
public sealed record LiveEvent(string Id, string Topic, string Data)
{
    public JsonElement Json => JsonDocument.Parse(Data).RootElement;

    public override string ToString() => $"{Topic} {Data}";
}

/// <summary>A client of …/events that reads with the framework's own parser.</summary>
public sealed class LiveEvents : IDisposable
{
    private readonly HttpResponseMessage _response;
    private readonly IAsyncEnumerator<SseItem<string>> _items;
    private readonly SseParser<string> _parser;
    private Task<bool>? _reading;

    private LiveEvents(HttpResponseMessage response, Stream body)
    {
        _response = response;
        _parser = SseParser.Create(body);
        _items = _parser.EnumerateAsync().GetAsyncEnumerator();
    }

    public static async Task<LiveEvents> OpenAsync(
        HttpClient client, string query = "", string? lastEventId = null,
        string emulator = "default")
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/emulators/{emulator}/events{query}");
        if (lastEventId is not null)
            request.Headers.Add("Last-Event-ID", lastEventId);
        var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead).WaitAsync(Eventually.Patience);
        Assert.True(response.IsSuccessStatusCode, $"{(int)response.StatusCode}");
        Assert.Equal("text/event-stream", response.Content.Headers.ContentType?.ToString());
        Assert.True(response.Headers.CacheControl?.NoStore);
        return new LiveEvents(response, await response.Content.ReadAsStreamAsync());
    }

    /// <summary>Returns the next event; null at the stream's end.</summary>
    public async Task<LiveEvent?> ReadAsync()
    {
        _reading ??= _items.MoveNextAsync().AsTask();
        var goesOn = await _reading.WaitAsync(Eventually.Patience);
        _reading = null;
        return goesOn ? new LiveEvent(_parser.LastEventId, _items.Current.EventType, _items.Current.Data) : null;
    }

    /// <summary>Returns this number of events.</summary>
    public async Task<IReadOnlyList<LiveEvent>> ReadAsync(int count)
    {
        var events = new List<LiveEvent>();
        while (events.Count < count)
            events.Add(await ReadAsync() ?? throw new EndOfStreamException($"The stream ended behind {string.Join(", ", events)}."));
        return events;
    }

    /// <summary>Returns the next event that matches, and skips the events before it.</summary>
    public async Task<LiveEvent> UntilAsync(Func<LiveEvent, bool> fits)
    {
        var began = TimeProvider.System.GetTimestamp();
        var passed = new List<LiveEvent>();
        while (TimeProvider.System.GetElapsedTime(began) < Eventually.Patience)
        {
            var live = (await ReadAsync(1))[0];
            if (fits(live))
                return live;
            passed.Add(live);
        }

        throw new TimeoutException($"It was not among {passed.Count} events: {string.Join(", ", passed.Take(20))}.");
    }

    /// <summary>Waits for one event for each condition, in any order, and skips all others.</summary>
    public async Task UntilAllAsync(params Func<LiveEvent, bool>[] wanted)
    {
        var missing = wanted.ToList();
        while (missing.Count > 0)
        {
            var live = await UntilAsync(live => missing.Exists(fits => fits(live)));
            missing.RemoveAll(fits => fits(live));
        }
    }

    /// <summary>Returns the next event of this topic, and skips the events before it.</summary>
    public Task<LiveEvent> UntilAsync(string topic) => UntilAsync(live => live.Topic == topic);

    public void Dispose() => _response.Dispose();
}
