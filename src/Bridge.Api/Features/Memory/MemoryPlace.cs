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
    private readonly MemoryType? _type;

    /// <exception cref="RequestException">The place is invalid.</exception>
    private MemoryPlace(PlaceToRead request)
    {
        _request = request;
        _address = Parameters.NeededAddress(request.Address);
        _domain = Parameters.Domain(request.Domain, _address);
        if (request.Length is not { } length)
            _type = MemoryType.ParseOrDefault(request.Type);
        else if (request.Type is null)
            MemoryRules.PlaceLength.Check(length);
        else
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type reads one value, length a range.", "length");
    }

    /// <summary>Checks a place of which the emulator is not known yet.</summary>
    /// <exception cref="RequestException">The place is invalid.</exception>
    public static void Check(PlaceToRead request) => _ = new MemoryPlace(request);

    /// <summary>Adds a read of a place to <paramref name="batch"/>.</summary>
    /// <exception cref="RequestException">The place is invalid.</exception>
    public static MemoryPlace Add(EmulatorBatch batch, PlaceToRead request)
    {
        var place = new MemoryPlace(request);
        if (place._type is { } type)
            batch.ReadValue(place._address, type.Width, place._domain);
        else
            batch.ReadRange(place._address, request.Length!.Value, place._domain);
        return place;
    }

    /// <summary>Returns the value that was read; null for a range.</summary>
    public long? Value(BatchResult result) => _type?.FromWire((uint)result.Number);

    public PlaceRead Describe(BatchResult result) => new(
        Parameters.Hex(result.AddressOf(_address)), _type?.Name, Value(result), _request.Length,
        _type is null ? result.Payload : (ReadOnlyMemory<byte>?)null,
        _request.Domain, _address.Chain is null ? null : _request.Address);
}
