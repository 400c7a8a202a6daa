using System.Runtime.CompilerServices;
using Bridge.Api.Features.Notebook;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>Holds the symbols of each emulator, which are forgotten with it.</summary>
internal sealed class SymbolStores(SymbolFolder folder, Notebooks notebooks, TimeProvider time)
{
    private readonly ConditionalWeakTable<EmulatorClient, GameSymbols> _stores = [];
    private readonly SymbolReader _reader = new();
    private readonly TypesReader _types = new();

    /// <summary>Returns the symbols of an emulator's games.</summary>
    public GameSymbols Of(EmulatorClient emulator) => _stores.TryGetValue(emulator, out var known)
        ? known
        : _stores.GetValue(emulator, emulator => new GameSymbols(emulator, folder, _reader, _types, notebooks, time));
}
