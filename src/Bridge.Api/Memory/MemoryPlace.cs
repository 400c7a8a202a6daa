using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Memory;

/// <summary>A place of memory that a batch reads.</summary>
internal sealed class MemoryPlace
{
    private readonly PlaceToRead _asked;
    private readonly MemoryAddress _address;
    private readonly MemoryType? _type;

    private MemoryPlace(PlaceToRead asked, MemoryAddress address, MemoryType? type) => (_asked, _address, _type) = (asked, address, type);

    /// <summary>Has <paramref name="batch"/> read it.</summary>
    /// <exception cref="RequestException">It is no place, or none that exists.</exception>
    public static MemoryPlace Add(EmulatorBatch batch, EmulatorClient client, PlaceToRead asked)
    {
        var address = Parameters.NeededAddress(asked.Address);
        var domain = Parameters.Domain(asked.Domain, address);
        if (asked.Length is not { } length)
        {
            var type = MemoryType.Parse(asked.Type ?? "u8");
            BusLimit.Check(client, address, type.Width, domain);
            batch.ReadValue(address, type.Width, domain);
            return new MemoryPlace(asked, address, type);
        }

        if (asked.Type is not null)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type reads one value, length a range.", "length");
        }

        Parameters.InRange(length, "length", 1, WireLimits.BatchReadBytes);
        BusLimit.Check(client, address, length, domain);
        batch.ReadRange(address, length, domain);
        return new MemoryPlace(asked, address, null);
    }

    /// <summary>The value that was read; null for a range.</summary>
    public long? Value(BatchResult result) => _type?.FromWire((uint)result.Number);

    public PlaceRead Describe(BatchResult result) => new(
        Parameters.Hex(result.AddressOf(_address)), _type?.Name, Value(result), _asked.Length,
        _type is null ? result.Payload : (ReadOnlyMemory<byte>?)null,
        _asked.Domain, _address.Chain is null ? null : _asked.Address);
}
