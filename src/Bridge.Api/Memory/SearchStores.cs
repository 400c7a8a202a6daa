using System.Collections.Concurrent;
using Bridge.SocketPool;

namespace Bridge.Api.Memory;

/// <summary>Holds the searches of each emulator.</summary>
internal sealed class SearchStores(TimeProvider time)
{
    private readonly ConcurrentDictionary<EmulatorClient, SearchStore> _stores = new();

    public SearchStore Of(EmulatorClient emulator) =>
        _stores.GetOrAdd(emulator, static (emulator, time) => new SearchStore(emulator.Name, time), time);
}
