using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>A place in memory that a batch reads.</summary>
internal sealed class MemoryPlace
{
    private readonly PlaceToRead _request;
    private readonly MemoryAddress _address;
    private readonly string? _domain;
    private readonly SymbolsNow? _symbols;
    private readonly MemoryType? _type;

    /// <exception cref="RequestException">The place is invalid.</exception>
    private MemoryPlace(PlaceToRead request, SymbolsNow? symbols)
    {
        (_request, _symbols) = (request, symbols);
        if (request.Length is not { } length)
            _type = MemoryType.ParseOrDefault(request.Type);
        else if (request.Type is null)
            MemoryRules.PlaceLength.Check(length);
        else
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type reads one value, length a range.", "length");
        // After the other members, because Check ignores an unknown symbol, and the exception would keep them from being checked.
        var place = Parameters.Place(request.Address, request.Domain, symbols);
        (_address, _domain) = place;
        // Again: the symbol may have a type, which is the default.
        if (_type is not null)
            _type = MemoryType.ParseOrDefault(request.Type, place.Number);
    }

    /// <summary>Checks the form of a place before the emulator, and so its symbols, are known.</summary>
    /// <exception cref="RequestException">The place is invalid.</exception>
    public static void Check(PlaceToRead request)
    {
        try
        {
            _ = new MemoryPlace(request, symbols: null);
        }
        catch (RequestException refused) when (refused.Type == ProblemTypes.UnknownSymbol)
        {
            // Each emulator looks it up, after the form of everything is checked.
        }
    }

    /// <summary>Adds a read of a place to <paramref name="batch"/>.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="request">The place.</param>
    /// <param name="symbols">The symbols of the game.</param>
    /// <exception cref="RequestException">The place is invalid, or its symbol is unknown.</exception>
    public static MemoryPlace Add(EmulatorBatch batch, PlaceToRead request, SymbolsNow symbols)
    {
        var place = new MemoryPlace(request, symbols);
        if (place._type is { } type)
            batch.ReadValue(place._address, type.Width, place._domain);
        else
            batch.ReadRange(place._address, request.Length!.Value, place._domain);
        return place;
    }

    /// <summary>Returns the value that was read; null for a range.</summary>
    public long? Value(BatchResult result) => _type?.FromWire((uint)result.Number);

    public PlaceRead Describe(BatchResult result)
    {
        var place = result.AddressOf(_address);
        return new PlaceRead(
            Parameters.Hex(place), _type?.Name, Value(result), _request.Length,
            _type is null ? result.Payload : (ReadOnlyMemory<byte>?)null, _domain, _address.Chain is null ? null : _request.Address,
            _symbols?.Invoke()?.Nearest(place, _domain));
    }
}
