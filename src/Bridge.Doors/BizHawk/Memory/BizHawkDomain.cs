namespace Bridge.Doors.BizHawk.Memory;

/// <summary>A memory domain as BizHawk calls it: regions of the emulator, one behind the other.</summary>
/// <param name="Name">BizHawk's name.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Regions">Its regions, ordered, without overlaps; in between is nothing.</param>
/// <param name="Filler">What is read where nothing is.</param>
internal sealed record BizHawkDomain(string Name, uint Size, IReadOnlyList<BizHawkRegion> Regions, byte Filler = 0)
{
    /// <summary>Creates a domain that is the front of one of the emulator's.</summary>
    public static BizHawkDomain Of(string name, string domain, uint size, bool isReadOnly = false) =>
        new(name, size, [new BizHawkRegion(0, size, domain) { IsReadOnly = isReadOnly }]);

    /// <summary>Returns the parts of a range that ends within the domain.</summary>
    public IEnumerable<MemoryPiece> Split(uint address, int length)
    {
        var end = address + (uint)length;
        while (address < end)
        {
            var piece = At(address, (int)(end - address));
            yield return piece;
            address += (uint)piece.Length;
        }
    }

    private MemoryPiece At(uint address, int length)
    {
        foreach (var region in Regions)
        {
            if (address < region.First)
                return Nothing((int)Math.Min((uint)length, region.First - address));
            if (address - region.First >= region.Length)
                continue;
            var (place, left) = region.At(address - region.First);
            return new MemoryPiece(region.Domain, place, (int)Math.Min((uint)length, left)) { IsReadOnly = region.IsReadOnly };
        }

        return Nothing(length);
    }

    private MemoryPiece Nothing(int length) => new(Domain: null, Offset: 0, length) { Filler = Filler };
}

/// <summary>A region of the emulator in a domain of BizHawk.</summary>
/// <param name="First">Where it begins in BizHawk's domain.</param>
/// <param name="Length">How many bytes it has there.</param>
/// <param name="Domain">The emulator's domain; null: the bus.</param>
/// <param name="Offset">Where it begins in the emulator's.</param>
/// <param name="Span">After how many bytes it repeats; 0: it doesn't.</param>
internal readonly record struct BizHawkRegion(uint First, uint Length, string? Domain, uint Offset = 0, uint Span = 0)
{
    /// <summary>Gets whether it can't be written.</summary>
    public bool IsReadOnly { get; init; }

    /// <summary>Returns where a byte is, and how many bytes follow without a gap, with this one.</summary>
    /// <param name="distance">How far the byte is from <see cref="First"/>.</param>
    public (uint Place, uint Left) At(uint distance)
    {
        var inSpan = Span == 0 ? distance : distance % Span;
        return (Offset + inSpan, Math.Min(Length - distance, Span == 0 ? Length - distance : Span - inSpan));
    }
}
