using System.Buffers.Binary;
using System.IO.Hashing;

namespace Bridge.Testing.Zoo.Patches;

/// <summary>The common parts of the patch formats.</summary>
internal static class SoftPatch
{
    /// <summary>Refuses two ROMs of different sizes: the zoo needs no patch that makes a ROM longer.</summary>
    public static void RequireSameLength(ReadOnlySpan<byte> source, ReadOnlySpan<byte> target)
    {
        if (source.Length != target.Length)
            throw new ArgumentException($"The patched ROM must have {source.Length} bytes like its source; it has {target.Length}.",
                nameof(target));
    }

    /// <summary>Returns the first offset at or after <paramref name="from"/> at which the two differ, or their length.</summary>
    public static int NextDifference(ReadOnlySpan<byte> source, ReadOnlySpan<byte> target, int from) =>
        from + source[from..].CommonPrefixLength(target[from..]);

    /// <summary>Returns the first offset at or after <paramref name="from"/> at which the two are equal, or their length.</summary>
    public static int NextEqual(ReadOnlySpan<byte> source, ReadOnlySpan<byte> target, int from)
    {
        while (from < source.Length && source[from] != target[from])
            from++;
        return from;
    }

    /// <summary>
    /// Appends a number as UPS and BPS write it: seven bits a byte, the lowest first, each further byte counting from one.
    /// </summary>
    public static void AppendNumber(this List<byte> patch, long number)
    {
        while (true)
        {
            var low = (byte)(number & 0x7F);
            number >>= 7;
            if (number == 0)
            {
                patch.Add((byte)(low | 0x80));
                return;
            }

            patch.Add(low);
            number--;
        }
    }

    /// <summary>Appends the CRC-32 of source and target, and that of the patch so far.</summary>
    public static byte[] Seal(this List<byte> patch, ReadOnlySpan<byte> source, ReadOnlySpan<byte> target)
    {
        patch.AppendChecksum(source);
        patch.AppendChecksum(target);
        patch.AppendChecksum(patch.ToArray());
        return [.. patch];
    }

    private static void AppendChecksum(this List<byte> patch, ReadOnlySpan<byte> bytes)
    {
        Span<byte> checksum = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(checksum, Crc32.HashToUInt32(bytes));
        patch.AddRange(checksum);
    }
}
