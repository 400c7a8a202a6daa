namespace Bridge.Testing.Zoo.Patches;

/// <summary>Writes patches in the UPS format: runs of bytes that are combined with the source by exclusive or.</summary>
public static class UpsPatch
{
    /// <summary>Returns the patch that makes <paramref name="target"/> of <paramref name="source"/>, which is as long.</summary>
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
            // The byte that ends a run stands for a byte of the ROM, too.
            patch.Add(0);
            written = at + 1;
        }

        return patch.Seal(source, target);
    }
}
