using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    private static readonly TimeSpan Reconnect = TimeSpan.FromMilliseconds(250);

    /// <summary>Watches a value or a range of 1 to 4,096 bytes; its changes are events of the topic watch.</summary>
    /// <param name="place">What to watch.</param>
    /// <param name="name">A name that its events have.</param>
    /// <param name="intervalFrames">At most one event in that many frames, 1 to 3,600.</param>
    /// <param name="temporary">Whether the watch ends a minute after the last stream with it.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Watch> WatchAsync(Place place, string? name = null, int? intervalFrames = null, bool temporary = true,
        CancellationToken cancellationToken = default)
    {
        var body = new WatchJson(place.Address, place.Type, place.Length, place.Domain, name, intervalFrames, temporary);
        return Transport.SendAsync(Call.Of(HttpMethod.Post, $"{_path}/watches", body, Default.WatchJson), Default.Watch, cancellationToken);
    }

    /// <summary>Returns the watches and their last values, oldest first.</summary>
    public async Task<IReadOnlyList<Watch>> GetWatchesAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/watches"), Default.WatchesJson, cancellationToken).ConfigureAwait(false)).Watches;

    /// <summary>Deletes a watch.</summary>
    public Task DeleteWatchAsync(Watch watch, CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/watches/{watch.Id}"), cancellationToken);

    /// <summary>Connects a stream of events. It reconnects by itself and continues after its last event.</summary>
    /// <param name="topics">frame, buttons, reset, game, state, watch, separated by commas; null: all but frame.</param>
    /// <param name="watches">The watches; null: all.</param>
    /// <param name="lastEventId">Continues after this event.</param>
    /// <param name="cancellationToken">Ends the stream.</param>
    /// <returns>The events, from the moment of connecting on.</returns>
    public async Task<IAsyncEnumerable<GameEvent>> ConnectEventsAsync(string? topics = null, IEnumerable<Watch>? watches = null,
        string? lastEventId = null, CancellationToken cancellationToken = default)
    {
        var parameters = new List<string>();
        if (topics is not null)
            parameters.Add($"topics={topics}");
        if (watches is not null)
            parameters.Add($"watches={string.Join(',', watches.Select(watch => watch.Id))}");
        var path = $"{_path}/events?{string.Join('&', parameters)}";
        var response = await OpenEventsAsync(path, lastEventId, cancellationToken).ConfigureAwait(false);
        return ReadEventsAsync(response, path, lastEventId, cancellationToken);
    }

    private async IAsyncEnumerable<GameEvent> ReadEventsAsync(
        HttpResponseMessage? response, string path, string? lastId, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        while (true)
        {
            if (response is null)
            {
                await Task.Delay(Reconnect, Bridge.Clock, cancellationToken).ConfigureAwait(false);
                response = await TryOpenEventsAsync(path, lastId, cancellationToken).ConfigureAwait(false);
                continue;
            }

            using (response)
            {
                var body = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
                await using var items = SseParser.Create(body).EnumerateAsync(cancellationToken).GetAsyncEnumerator(cancellationToken);
                while (await MovesAsync(items).ConfigureAwait(false))
                {
                    lastId = items.Current.EventId ?? lastId;
                    yield return EventOf(items.Current);
                }
            }

            response = null;
        }
    }

    private Task<HttpResponseMessage> OpenEventsAsync(string path, string? lastId, CancellationToken cancellationToken) =>
        Bridge.Streams.OpenEventsAsync(
            Call.Get(lastId is null ? path : $"{path}&lastEventId={Uri.EscapeDataString(lastId)}", "text/event-stream"), cancellationToken);

    private async Task<HttpResponseMessage?> TryOpenEventsAsync(string path, string? lastId, CancellationToken cancellationToken)
    {
        try
        {
            return await OpenEventsAsync(path, lastId, cancellationToken).ConfigureAwait(false);
        }
        catch (BridgeException error) when (error is not ProblemException { Status: >= 200 and < 500 })
        {
            return null;
        }
    }

    // A stream that breaks ends like one that was closed.
    private static async Task<bool> MovesAsync(IAsyncEnumerator<SseItem<string>> items)
    {
        try
        {
            return await items.MoveNextAsync().ConfigureAwait(false);
        }
        catch (Exception error) when (error is IOException or HttpRequestException)
        {
            return false;
        }
    }

    private static GameEvent EventOf(SseItem<string> item)
    {
        var read = item.EventType == "watch" ? JsonSerializer.Deserialize(item.Data, Default.ReadJson) : null;
        return new GameEvent(item.EventId ?? "", item.EventType, item.Data, read?.Name, read?.Reading ?? default);
    }
}
