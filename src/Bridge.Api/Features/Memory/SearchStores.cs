using System.Runtime.CompilerServices;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Memory;

/// <summary>Holds the searches of each emulator, which are forgotten with it.</summary>
internal sealed class SearchStores(TimeProvider time)
{
    private readonly ConditionalWeakTable<EmulatorClient, SearchStore> _stores = [];

    public SearchStore Of(EmulatorClient emulator) => _stores.GetValue(emulator, emulator => new SearchStore(emulator.Name, time));
}
