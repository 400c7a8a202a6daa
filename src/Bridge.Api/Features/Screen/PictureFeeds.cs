using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Screen;

/// <summary>Creates the feed of each emulator when a client first watches it, and ends it with the emulator.</summary>
internal sealed class PictureFeeds : IDisposable
{
    private readonly ConcurrentDictionary<EmulatorClient, PictureFeed> _feeds = new();
    private readonly TimeProvider _time;
    private readonly EmulatorDirectory _emulators;

    public PictureFeeds(TimeProvider time, EmulatorDirectory emulators)
    {
        (_time, _emulators) = (time, emulators);
        emulators.Removed += Remove;
    }

    public PictureFeed Of(EmulatorClient emulator)
    {
        var feed = _feeds.GetOrAdd(emulator, static (emulator, time) => new PictureFeed(emulator, time), _time);
        // The emulator may have been removed before its feed was added.
        if (!_emulators.Has(emulator))
            Remove(emulator);
        return feed;
    }

    private void Remove(EmulatorClient emulator)
    {
        if (_feeds.TryRemove(emulator, out var feed))
            feed.Dispose();
    }

    public void Dispose()
    {
        foreach (var feed in _feeds.Values)
            feed.Dispose();
    }
}
