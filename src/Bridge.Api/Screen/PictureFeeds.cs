using System.Collections.Concurrent;
using Bridge.SocketPool;

namespace Bridge.Api.Screen;

/// <summary>Creates the feed of each emulator when a client first watches it.</summary>
internal sealed class PictureFeeds(TimeProvider time) : IDisposable
{
    private readonly ConcurrentDictionary<EmulatorClient, PictureFeed> _feeds = new();

    public PictureFeed Of(EmulatorClient emulator) =>
        _feeds.GetOrAdd(emulator, static (emulator, time) => new PictureFeed(emulator, time), time);

    public void Dispose()
    {
        foreach (var feed in _feeds.Values)
            feed.Dispose();
    }
}
