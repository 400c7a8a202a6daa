using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Notebook;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>Holds the symbols of each emulator.</summary>
internal sealed class SymbolStores
{
    private readonly ConcurrentDictionary<EmulatorClient, GameSymbols> _stores = new();
    private readonly SymbolFolder _folder;
    private readonly Notebooks _notebooks;
    private readonly TimeProvider _time;
    private readonly SymbolReader _reader = new();
    private readonly TypesReader _types = new();

    public SymbolStores(SymbolFolder folder, Notebooks notebooks, EmulatorDirectory emulators, TimeProvider time)
    {
        (_folder, _notebooks, _time) = (folder, notebooks, time);
        emulators.Removed += emulator => _stores.TryRemove(emulator, out _);
    }

    /// <summary>Returns the symbols of an emulator's games.</summary>
    public GameSymbols Of(EmulatorClient emulator) => _stores.TryGetValue(emulator, out var known)
        ? known
        : _stores.GetOrAdd(emulator,
            static (emulator, stores) =>
                new GameSymbols(emulator, stores._folder, stores._reader, stores._types, stores._notebooks, stores._time), this);
}
