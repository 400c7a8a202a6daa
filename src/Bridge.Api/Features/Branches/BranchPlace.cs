using System.Buffers.Binary;
using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Branches;

/// <summary>A place that is read at the end of a branch.</summary>
internal sealed class BranchPlace
{
    private readonly PlaceToRead _request;
    private readonly MemoryAddress _address;
    private readonly string? _domain;
    private readonly MemoryType? _type;

    private BranchPlace(PlaceToRead request, SymbolsNow symbols)
    {
        MemoryPlace.Check(request);
        _request = request;
        var place = Parameters.Place(request.Address, request.Domain, symbols);
        (_address, _domain) = place;
        _type = request.Length is null ? MemoryType.ParseOrDefault(request.Type, place.Number) : null;
        Length = _type?.Width ?? request.Length!.Value;
    }

    /// <summary>Gets the number of bytes.</summary>
    public int Length { get; }

    /// <summary>Gets its line in a request.</summary>
    public string Line => string.Create(CultureInfo.InvariantCulture, $"read {_address} {Length} {_domain ?? "-"}");

    /// <summary>Reads the places of a body.</summary>
    /// <exception cref="RequestException">A place is invalid; the exception names it.</exception>
    public static IReadOnlyList<BranchPlace> Read(IReadOnlyList<PlaceToRead?> read, SymbolsNow symbols)
    {
        var places = new List<BranchPlace>(read.Count);
        BodyList.Read(read, "read", place => places.Add(new BranchPlace(place, symbols)));
        return places;
    }

    /// <summary>Returns what was read.</summary>
    /// <param name="bytes">The bytes; null: the chain of pointers led nowhere.</param>
    /// <param name="address">Where the chain led; null: unknown.</param>
    public BranchValue Describe(ReadOnlyMemory<byte>? bytes, uint? address)
    {
        var place = _address.Chain is null ? _address.Number : address;
        return new BranchValue(
            place is { } known ? Parameters.Hex(known) : null, _type?.Name,
            bytes is { } value && _type is not null ? ValueOf(value.Span) : null,
            _request.Length, _type is null ? bytes : null, _domain, _address.Chain is null ? null : _request.Address);
    }

    private long ValueOf(ReadOnlySpan<byte> bytes)
    {
        Span<byte> all = stackalloc byte[sizeof(uint)];
        all.Clear();
        bytes.CopyTo(all);
        return _type!.FromWire(BinaryPrimitives.ReadUInt32LittleEndian(all));
    }
}
