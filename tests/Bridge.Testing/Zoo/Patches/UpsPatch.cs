namespace Bridge.Testing.Zoo.Patches;

/// <summary>Writes patches in the UPS format: runs of bytes that are XORed with the source.</summary>
public static class UpsPatch
{
    /// <summary>Returns the patch from <paramref name="source"/> to <paramref name="target"/>, which has the same length.</summary>
    public static byte[] Write(ReadOnlySpan<byte> source, ReadOnlySpan<byte> target)
    {
        SoftPatch.RequireSameLength(source, target);
        List<byte> patch = [.. "UPS1"u8];
        patch.AppendNumber(source.Length);
        patch.AppendNumber(target.Length);
        var written = 0;
        for (var at = SoftPatch.NextDifference(source, target, 0); at < source.Length; at = SoftPatch.NextDifference(source, target, at))
        {
            patch.AppendNumber(at - written);
            for (; at < source.Length && source[at] != target[at]; at++)
                patch.Add((byte)(source[at] ^ target[at]));
            // The byte that ends a run also covers a byte of the ROM.
            patch.Add(0);
            written = at + 1;
        }

        return patch.Seal(source, target);
    }
}
