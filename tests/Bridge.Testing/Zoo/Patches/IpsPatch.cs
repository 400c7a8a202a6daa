namespace Bridge.Testing.Zoo.Patches;

/// <summary>Writes patches in the IPS format: 24-bit offsets, and the bytes at each.</summary>
public static class IpsPatch
{
    private const int MaxOffset = 0xFF_FFFF;
    private const int MaxLength = 0xFFFF;

    // A record at this offset would look like the end of the patch.
    private const int EndMark = 0x45_4F46;

    /// <summary>Returns the patch from <paramref name="source"/> to <paramref name="target"/>, which has the same length.</summary>
    public static byte[] Write(ReadOnlySpan<byte> source, ReadOnlySpan<byte> target)
    {
        SoftPatch.RequireSameLength(source, target);
        List<byte> patch = [.. "PATCH"u8];
        for (var at = SoftPatch.NextDifference(source, target, 0); at < source.Length; at = SoftPatch.NextDifference(source, target, at))
        {
            var end = SoftPatch.NextEqual(source, target, at);
            at = at == EndMark ? at - 1 : at;
            end = Math.Min(end, at + MaxLength);
            if (at > MaxOffset)
                throw new ArgumentException($"An IPS patch reaches 16 MiB; the ROMs differ at 0x{at:X}.", nameof(target));
            patch.AddRange([(byte)(at >> 16), (byte)(at >> 8), (byte)at, (byte)((end - at) >> 8), (byte)(end - at), .. target[at..end]]);
            at = end;
        }

        patch.AddRange("EOF"u8);
        return [.. patch];
    }
}
