using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>The memory that a client reads or writes.</summary>
/// <param name="Start">The address of the first byte, or the chain of pointers to it.</param>
/// <param name="Domain">The memory domain of the address; null: the bus.</param>
/// <param name="Chain">The chain as the client wrote it; null if the address is a number or a symbol.</param>
/// <param name="Symbols">The symbols of the game.</param>
/// <param name="Data">What is there; null: unknown.</param>
internal readonly record struct MemoryTarget(MemoryAddress Start, string? Domain, string? Chain, SymbolsNow Symbols, TypedData? Data)
{
    /// <summary>Parses an address and a domain.</summary>
    /// <exception cref="RequestException">The address or the domain is invalid, or the symbol is unknown.</exception>
    public static MemoryTarget Parse(string address, string? domain, SymbolsNow symbols)
    {
        var place = Parameters.Place(address, domain, symbols);
        return new MemoryTarget(
            place.Address, place.Domain, place.Address.Chain is null ? null : address, symbols, place.Data);
    }

    /// <summary>Returns the nearest name of the place that was found; null if there is none.</summary>
    public string? NameOf(uint place) => Symbols()?.Nearest(place, Domain);
}
