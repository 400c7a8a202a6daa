using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Memory;

/// <summary>Holds the searches of each emulator.</summary>
internal sealed class SearchStores
{
    private readonly ConcurrentDictionary<EmulatorClient, SearchStore> _stores = new();
    private readonly TimeProvider _time;

    public SearchStores(TimeProvider time, EmulatorDirectory emulators)
    {
        _time = time;
        emulators.Removed += emulator => _stores.TryRemove(emulator, out _);
    }

    public SearchStore Of(EmulatorClient emulator) =>
        _stores.GetOrAdd(emulator, static (emulator, time) => new SearchStore(emulator.Name, time), _time);
}
