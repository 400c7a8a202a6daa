using System.Collections.Concurrent;
using Bridge.SocketPool;

namespace Bridge.Api.Memory;

/// <summary>The searches of each emulator.</summary>
internal sealed class SearchShelves(TimeProvider time)
{
    private readonly ConcurrentDictionary<EmulatorClient, SearchShelf> _shelves = new();

    public SearchShelf Of(EmulatorClient emulator) =>
        _shelves.GetOrAdd(emulator, static (emulator, time) => new SearchShelf(emulator.Name, time), time);
}
