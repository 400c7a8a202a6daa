using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Memory;

/// <summary>A place in memory that a batch reads.</summary>
internal sealed class MemoryPlace
{
    private readonly PlaceToRead _request;
    private readonly MemoryAddress _address;
    private readonly MemoryType? _type;

    private MemoryPlace(PlaceToRead request, MemoryAddress address, MemoryType? type) =>
        (_request, _address, _type) = (request, address, type);

    /// <summary>Adds a read of a place to <paramref name="batch"/>.</summary>
    /// <exception cref="RequestException">The place is invalid, or lies beyond the bus.</exception>
    public static MemoryPlace Add(EmulatorBatch batch, EmulatorClient client, PlaceToRead request)
    {
        var address = Parameters.NeededAddress(request.Address);
        var domain = Parameters.Domain(request.Domain, address);
        if (request.Length is not { } length)
        {
            var type = MemoryType.ParseOrDefault(request.Type);
            BusLimit.Check(client, address, type.Width, domain);
            batch.ReadValue(address, type.Width, domain);
            return new MemoryPlace(request, address, type);
        }

        if (request.Type is not null)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type reads one value, length a range.", "length");
        }

        MemoryRules.PlaceLength.Check(length);
        BusLimit.Check(client, address, length, domain);
        batch.ReadRange(address, length, domain);
        return new MemoryPlace(request, address, null);
    }

    /// <summary>Returns the value that was read; null for a range.</summary>
    public long? Value(BatchResult result) => _type?.FromWire((uint)result.Number);

    public PlaceRead Describe(BatchResult result) => new(
        Parameters.Hex(result.AddressOf(_address)), _type?.Name, Value(result), _request.Length,
        _type is null ? result.Payload : (ReadOnlyMemory<byte>?)null,
        _request.Domain, _address.Chain is null ? null : _request.Address);
}
