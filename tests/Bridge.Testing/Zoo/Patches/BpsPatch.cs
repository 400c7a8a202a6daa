namespace Bridge.Testing.Zoo.Patches;

/// <summary>Writes patches in the BPS format, with two of its four actions: read from the source, read from the patch.</summary>
public static class BpsPatch
{
    private const int SourceRead = 0;
    private const int TargetRead = 1;

    /// <summary>Returns the patch from <paramref name="source"/> to <paramref name="target"/>, which has the same length.</summary>
    public static byte[] Write(ReadOnlySpan<byte> source, ReadOnlySpan<byte> target)
    {
        SoftPatch.RequireSameLength(source, target);
        List<byte> patch = [.. "BPS1"u8];
        patch.AppendNumber(source.Length);
        patch.AppendNumber(target.Length);
        patch.AppendNumber(0); // bytes of metadata
        for (var at = 0; at < target.Length;)
        {
            var difference = SoftPatch.NextDifference(source, target, at);
            AppendAction(patch, SourceRead, difference - at);
            at = SoftPatch.NextEqual(source, target, difference);
            AppendAction(patch, TargetRead, at - difference);
            patch.AddRange(target[difference..at]);
        }

        return patch.Seal(source, target);
    }

    private static void AppendAction(List<byte> patch, int action, int length)
    {
        if (length > 0)
            patch.AppendNumber(((length - 1L) << 2) | (uint)action);
    }
}
