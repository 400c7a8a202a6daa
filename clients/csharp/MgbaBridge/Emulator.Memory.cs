using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the number at an address, or at the end of a chain of pointers.</summary>
    /// <param name="address">A number on the bus, or a chain of pointers.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32; null: the type of the field or name at the address, otherwise u8.</param>
    /// <param name="domain">A memory domain, in which the address is an offset.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<long> ReadAsync(
        MemoryAddress address, string? type = null, string? domain = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Get(Memory(address, type is null ? null : $"type={type}", domain));
        return (await Transport.SendAsync(call, Default.NumberJson, cancellationToken).ConfigureAwait(false)).Value;
    }

    /// <summary>Returns the byte at an address.</summary>
    public Task<long> Read8Async(MemoryAddress address, string? domain = null, CancellationToken cancellationToken = default) =>
        ReadAsync(address, "u8", domain, cancellationToken);

    /// <summary>Returns the unsigned 16 bits at an address.</summary>
    public Task<long> Read16Async(MemoryAddress address, string? domain = null, CancellationToken cancellationToken = default) =>
        ReadAsync(address, "u16", domain, cancellationToken);

    /// <summary>Returns the unsigned 32 bits at an address.</summary>
    public Task<long> Read32Async(MemoryAddress address, string? domain = null, CancellationToken cancellationToken = default) =>
        ReadAsync(address, "u32", domain, cancellationToken);

    /// <summary>Returns 1 to 1,048,576 bytes.</summary>
    public async Task<byte[]> ReadBytesAsync(
        MemoryAddress address, int length, string? domain = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Get(Memory(address, $"length={length}", domain), "application/octet-stream");
        return (await Transport.FetchAsync(call, OctetStream, cancellationToken).ConfigureAwait(false)).Body;
    }

    /// <summary>Returns the values of 1 to 256 places, all from one frame; at most 262,144 bytes together.</summary>
    public async Task<Readings> ReadManyAsync(IEnumerable<Place> places, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/memory/read", places.ToArray(), Default.PlaceArray, isRepeatable: true);
        return (await Transport.SendAsync(call, Default.ReadingsJson, cancellationToken).ConfigureAwait(false)).Readings;
    }

    /// <summary>
    /// Writes a number, without a type in that of the field or name at the address, otherwise as a byte. ROM and BIOS can't be written on
    /// the bus; a write in the domain cart0 patches the ROM.
    /// </summary>
    public Task WriteAsync(
        MemoryAddress address, long value, string? type = null, string? domain = null, CancellationToken cancellationToken = default)
    {
        var body = new WriteJson(value, type);
        var call = Call.Of(HttpMethod.Put, Memory(address, null, domain), body, Default.WriteJson, isRepeatable: true);
        return Transport.SendAsync(call, cancellationToken);
    }

    /// <summary>Writes a byte.</summary>
    public Task Write8Async(MemoryAddress address, long value, string? domain = null, CancellationToken cancellationToken = default) =>
        WriteAsync(address, value, "u8", domain, cancellationToken);

    /// <summary>Writes 16 bits.</summary>
    public Task Write16Async(MemoryAddress address, long value, string? domain = null, CancellationToken cancellationToken = default) =>
        WriteAsync(address, value, "u16", domain, cancellationToken);

    /// <summary>Writes 32 bits.</summary>
    public Task Write32Async(MemoryAddress address, long value, string? domain = null, CancellationToken cancellationToken = default) =>
        WriteAsync(address, value, "u32", domain, cancellationToken);

    /// <summary>Writes 1 to 1,048,576 bytes.</summary>
    public Task WriteBytesAsync(
        MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain = null, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Put, Memory(address, null, domain), bytes, IsRepeatable: true), cancellationToken);

    /// <summary>Returns the memory domains of the running game.</summary>
    public async Task<IReadOnlyList<MemoryDomain>> GetDomainsAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/memory"), Default.DomainsJson, cancellationToken).ConfigureAwait(false);
        return [.. list.Domains.Select(each => new MemoryDomain(each.Name, Convert.ToInt64(each.Base, 16), each.Size))];
    }

    /// <summary>Stores the symbols of the running game. After that, addresses are names as well: <c>gPlayer+4</c>.</summary>
    /// <param name="file">A .sym of RGBDS, no$gba or ARMIPS, a .map of GNU ld, or an ELF file, at most 16 MiB.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The number of symbols.</returns>
    public async Task<int> StoreSymbolsAsync(ReadOnlyMemory<byte> file, CancellationToken cancellationToken = default)
    {
        var call = new Call(HttpMethod.Put, $"{_path}/symbols", file, IsRepeatable: true);
        return (await Transport.SendAsync(call, Default.SymbolsJson, cancellationToken).ConfigureAwait(false)).Count;
    }

    /// <summary>Returns the symbols whose names contain a text in any case, and the nearest name at or before an address.</summary>
    /// <param name="find">The text; null: all symbols.</param>
    /// <param name="address">The address whose nearest name to return.</param>
    /// <param name="domain">A memory domain, in which the symbols and the address are.</param>
    /// <param name="limit">Max symbols in the response, 0 to 1,000.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<SymbolsFound> GetSymbolsAsync(string? find = null, MemoryAddress? address = null, string? domain = null,
        int limit = 100, CancellationToken cancellationToken = default)
    {
        var query = string.Concat(new[] { ("find", find), ("address", address?.Text), ("domain", domain) }
            .Where(each => each.Item2 is not null).Select(each => $"{each.Item1}={Uri.EscapeDataString(each.Item2!)}&"));
        var call = Call.Get($"{_path}/symbols?{query}limit={limit}");
        return (await Transport.SendAsync(call, Default.SymbolsJson, cancellationToken).ConfigureAwait(false)).Found;
    }

    /// <summary>Forgets the stored symbols.</summary>
    public Task DeleteSymbolsAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/symbols", IsRepeatable: true), cancellationToken);

    /// <summary>Searches the console's working RAM, all of a domain, or a range.</summary>
    /// <param name="address">The first byte of a range; null without a range.</param>
    /// <param name="length">1 to 1,048,576 bytes; null without a range.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32.</param>
    /// <param name="comparison">eq, ne, lt, le, gt or ge; any if the value is unknown.</param>
    /// <param name="value">What to compare with.</param>
    /// <param name="domain">A memory domain, in which the address is an offset.</param>
    /// <param name="aligned">Whether only multiples of the type's size are searched.</param>
    /// <param name="limit">Max matches in the response, 0 to 4,096.</param>
    /// <param name="cancellationToken">Cancels the search.</param>
    public Task<Found> SearchAsync(MemoryAddress? address = null, int? length = null, string type = "u8", string comparison = "any",
        long? value = null, string? domain = null, bool aligned = true, int limit = 100, CancellationToken cancellationToken = default) =>
        SearchAsync(
            new SearchJson(comparison, value, limit)
            {
                Address = address?.Text, Length = length, Type = type, Domain = domain, Aligned = aligned,
            },
            isRepeatable: true, cancellationToken);

    /// <summary>Keeps the places of a search whose values now compare like this; also changed, unchanged, increased or decreased.</summary>
    public Task<Found> NarrowAsync(
        Found found, string comparison, long? value = null, int limit = 100, CancellationToken cancellationToken = default) =>
        SearchAsync(new SearchJson(comparison, value, limit) { Id = found.Id }, isRepeatable: false, cancellationToken);

    /// <summary>Runs 1 to 256 operations in one frame.</summary>
    public async Task<BatchResult> BatchAsync(Batch batch, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/batch", new BatchJson(batch.Operations), Default.BatchJson, batch.IsRepeatable);
        var done = await Transport.SendAsync(call, Default.BatchDoneJson, cancellationToken).ConfigureAwait(false);
        var readings = done.Results.Where(each => each.Value is not null || each.Hex is not null).Select(each => each.Reading);
        var png = done.Results.FirstOrDefault(each => each.Png is not null)?.Png;
        return new BatchResult(done.Frame, done.Results.All(each => each.Passed != false), new Readings(done.Frame, [.. readings]),
            OptionalBytes.Of(png));
    }

    private async Task<Found> SearchAsync(SearchJson body, bool isRepeatable, CancellationToken cancellationToken)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/memory/search", body, Default.SearchJson, isRepeatable);
        return (await Transport.SendAsync(call, Default.FoundJson, cancellationToken).ConfigureAwait(false)).Found;
    }

    private string Memory(MemoryAddress address, string? parameter, string? domain)
    {
        var parameters = string.Join('&', new[] { parameter, domain is null ? null : $"domain={Uri.EscapeDataString(domain)}" }
            .Where(each => each is not null));
        return $"{_path}/memory/{Uri.EscapeDataString(address.Text)}{(parameters.Length > 0 ? "?" : "")}{parameters}";
    }
}
