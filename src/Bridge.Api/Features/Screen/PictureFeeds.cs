using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Screen;

/// <summary>Creates the feed of each emulator when a client first watches it.</summary>
internal sealed class PictureFeeds : IDisposable
{
    private readonly ConcurrentDictionary<EmulatorClient, PictureFeed> _feeds = new();
    private readonly TimeProvider _time;

    public PictureFeeds(TimeProvider time, EmulatorDirectory emulators)
    {
        _time = time;
        emulators.Removed += Remove;
    }

    public PictureFeed Of(EmulatorClient emulator) =>
        _feeds.GetOrAdd(emulator, static (emulator, time) => new PictureFeed(emulator, time), _time);

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
