using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Watches a value, a range of 1 to 4,096 bytes, or an achievement; its changes are events of the topic watch.</summary>
    /// <param name="place">What to watch; null: an achievement.</param>
    /// <param name="name">A name that its events have.</param>
    /// <param name="intervalFrames">Sends at most one event in this number of frames, 1 to 3,600.</param>
    /// <param name="temporary">Whether the watch ends a minute after the last stream that has it.</param>
    /// <param name="achievement">
    /// Conditions of RetroAchievements like <c>0xH0010=3_d0xH0010=2</c> instead of a place. The value is 1 while they hold, otherwise 0.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Watch> WatchAsync(Place? place, string? name = null, int? intervalFrames = null, bool temporary = true,
        string? achievement = null, CancellationToken cancellationToken = default)
    {
        var body = new WatchJson(
            place?.Address, place?.Type, place?.Length, place?.Domain, name, intervalFrames, temporary, achievement);
        return Transport.SendAsync(Call.Of(HttpMethod.Post, $"{_path}/watches", body, Default.WatchJson), Default.Watch, cancellationToken);
    }

    /// <summary>Watches the places of a .wch file, the RAM Watch list of BizHawk and other emulators.</summary>
    /// <param name="file">The file, at most 256 KiB.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">For example 400 <c>invalid-body</c>: no line can be watched.</exception>
    public Task<ImportedWatches> ImportWatchesAsync(ReadOnlyMemory<byte> file, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Post, $"{_path}/watches/import", file), Default.ImportedWatches, cancellationToken);

    /// <summary>Returns the watches and their last values, oldest first.</summary>
    public async Task<IReadOnlyList<Watch>> GetWatchesAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/watches"), Default.WatchesJson, cancellationToken).ConfigureAwait(false)).Watches;

    /// <summary>Deletes a watch.</summary>
    public Task DeleteWatchAsync(Watch watch, CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/watches/{watch.Id}"), cancellationToken);

    /// <summary>Connects a stream of events. It reconnects by itself and continues after its last event.</summary>
    /// <param name="topics">
    /// Topics (<see cref="GameEvent"/>), separated by commas; null: all but frame and breakpoint.
    /// </param>
    /// <param name="watches">The watches, which the stream sets again after a restart of the bridge; null: all.</param>
    /// <param name="lastEventId">Continues after this event.</param>
    /// <param name="cancellationToken">Ends the stream.</param>
    /// <returns>The events, from the moment of connecting on. Enumerated again, they continue after the last one.</returns>
    public async Task<IAsyncEnumerable<GameEvent>> ConnectEventsAsync(string? topics = null, IEnumerable<Watch>? watches = null,
        string? lastEventId = null, CancellationToken cancellationToken = default)
    {
        var stream = new EventStream(Bridge, _path, topics, watches?.Select(watch => watch.Id), lastEventId);
        return stream.ReadAsync(await stream.ConnectAsync(cancellationToken).ConfigureAwait(false), cancellationToken);
    }
}
