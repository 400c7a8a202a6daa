using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using static MgbaBridge.ClientJson;

namespace MgbaBridge;

/// <summary>
/// A stream of events. When it breaks, it connects again, sets the watches that the bridge no longer has, and continues after its last
/// event.
/// </summary>
/// <param name="bridge">The bridge.</param>
/// <param name="path">The path of the emulator.</param>
/// <param name="topics">The topics, separated by commas; null: all but frame and breakpoint.</param>
/// <param name="watches">The ids of the watches; null: all.</param>
/// <param name="lastId">The id of the event to continue after.</param>
internal sealed class EventStream(BridgeClient bridge, string path, string? topics, IEnumerable<int>? watches, string? lastId)
{
    // An id that no event has: a stream that continues after it begins with a gap.
    private const string NoEvent = "0";

    private static readonly TimeSpan ReconnectDelay = TimeSpan.FromMilliseconds(250);

    // The bridge sends at least a comment every 15 seconds.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(40);

    private readonly KeptWatches? _watches = watches is null ? null : new KeptWatches(watches);
    private string? _lastId = lastId;
    private bool _isRead;

    /// <summary>Connects. The caller disposes the response.</summary>
    public async Task<HttpResponseMessage> ConnectAsync(CancellationToken cancellationToken)
    {
        var parameters = new List<string>();
        if (topics is not null)
            parameters.Add($"topics={topics}");
        if (_watches is not null)
        {
            await SetMissingAsync(_watches, cancellationToken).ConfigureAwait(false);
            parameters.Add($"watches={string.Join(',', _watches.Ids)}");
        }

        if (_lastId is not null)
            parameters.Add($"lastEventId={Uri.EscapeDataString(_lastId)}");
        var call = Call.Get($"{path}/events?{string.Join('&', parameters)}", "text/event-stream");
        return await bridge.Transport.OpenEventsAsync(call, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Reads the events, first those of a connected response. Enumerated again, it connects again.</summary>
    public async IAsyncEnumerable<GameEvent> ReadAsync(
        HttpResponseMessage connected, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // Each enumeration gets the same response, and the first one disposes it.
        var response = _isRead ? null : connected;
        _isRead = true;
        while (true)
        {
            if (response is null)
            {
                await Task.Delay(ReconnectDelay, bridge.Clock, cancellationToken).ConfigureAwait(false);
                _lastId ??= NoEvent;
                response = await TryConnectAsync(cancellationToken).ConfigureAwait(false);
                continue;
            }

            using (response)
            {
                await using var body = new SilenceLimitedStream(
                    await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false), MaxSilence, bridge.Clock);
                await using var items = SseParser.Create(body).EnumerateAsync(cancellationToken).GetAsyncEnumerator(cancellationToken);
                while (await MovesAsync(items).ConfigureAwait(false))
                {
                    _lastId = items.Current.EventId ?? _lastId;
                    yield return EventOf(items.Current);
                }
            }

            response = null;
        }
    }

    private async Task SetMissingAsync(KeptWatches kept, CancellationToken cancellationToken)
    {
        var listed = await bridge.Transport.SendAsync(Call.Get($"{path}/watches"), Default.ListedWatchesJson, cancellationToken)
            .ConfigureAwait(false);
        foreach (var (id, setting) in kept.Missing(listed.Watches))
        {
            var call = Call.Of(HttpMethod.Post, $"{path}/watches", setting, Default.WatchJson);
            kept.Replace(id, (await bridge.Transport.SendAsync(call, Default.Watch, cancellationToken).ConfigureAwait(false)).Id);
        }
    }

    private async Task<HttpResponseMessage?> TryConnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await ConnectAsync(cancellationToken).ConfigureAwait(false);
        }
        // A lost connection (status 0) and a bridge that can't serve at present (5xx) pass; other problems end the stream.
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

    private GameEvent EventOf(SseItem<string> item)
    {
        var read = item.EventType == "watch" ? JsonSerializer.Deserialize(item.Data, Default.ReadJson) : null;
        var watch = read?.Id is { } id && _watches is not null ? _watches.Known(id) : read?.Id;
        return new GameEvent(item.EventId ?? "", item.EventType, item.Data, read?.Name, read?.Reading ?? default, watch);
    }
}
