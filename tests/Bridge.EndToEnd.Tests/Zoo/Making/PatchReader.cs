using System.Buffers.Binary;

namespace Bridge.EndToEnd.Tests.Zoo.Making;

/// <summary>Applies patches; written from the format descriptions, independently of the patch writers.</summary>
internal static class PatchReader
{
    // Source, target and patch at the end of UPS and BPS patches, four bytes each.
    private const int ChecksumBytes = 12;

    public static byte[] ApplyIps(byte[] patch, byte[] source)
    {
        Assert.Equal("PATCH"u8, patch.AsSpan(0, 5));
        var target = source.ToArray();
        var at = 5;
        while (!patch.AsSpan(at, 3).SequenceEqual("EOF"u8))
        {
            var offset = (patch[at] << 16) | BinaryPrimitives.ReadUInt16BigEndian(patch.AsSpan(at + 1));
            var length = BinaryPrimitives.ReadUInt16BigEndian(patch.AsSpan(at + 3));
            Assert.NotEqual(0, length);
            patch.AsSpan(at + 5, length).CopyTo(target.AsSpan(offset));
            at += 5 + length;
        }

        Assert.Equal(patch.Length, at + 3);
        return target;
    }

    public static byte[] ApplyUps(byte[] patch, byte[] source)
    {
        Assert.Equal("UPS1"u8, patch.AsSpan(0, 4));
        var at = 4;
        Assert.Equal(source.Length, ReadNumber(patch, ref at));
        var target = new byte[ReadNumber(patch, ref at)];
        source.CopyTo(target, 0);
        for (long offset = 0; at < patch.Length - ChecksumBytes; offset++)
        {
            offset += ReadNumber(patch, ref at);
            for (; patch[at] != 0; at++)
                target[offset++] ^= patch[at];
            at++;
        }

        return target;
    }

    public static byte[] ApplyBps(byte[] patch, byte[] source)
    {
        Assert.Equal("BPS1"u8, patch.AsSpan(0, 4));
        var at = 4;
        Assert.Equal(source.Length, ReadNumber(patch, ref at));
        var target = new byte[ReadNumber(patch, ref at)];
        // The length of the metadata.
        Assert.Equal(0, ReadNumber(patch, ref at));
        var written = 0;
        while (at < patch.Length - ChecksumBytes)
        {
            // Only the actions that the writer uses: 0 copies from the source, 1 from the patch.
            var action = ReadNumber(patch, ref at);
            var length = (int)(action >> 2) + 1;
            Assert.InRange(action & 3, 0, 1);
            var bytes = (action & 3) == 0 ? source.AsSpan(written, length) : patch.AsSpan(at, length);
            bytes.CopyTo(target.AsSpan(written));
            at += (action & 3) == 1 ? length : 0;
            written += length;
        }

        Assert.Equal(target.Length, written);
        return target;
    }

    /// <summary>Reads the checksums at the end of UPS and BPS patches: source, target, and the patch up to here.</summary>
    public static (uint Source, uint Target, uint Patch) Checksums(byte[] patch) =>
        (ReadUInt32(patch, 12), ReadUInt32(patch, 8), ReadUInt32(patch, 4));

    private static uint ReadUInt32(byte[] patch, int fromEnd) =>
        BinaryPrimitives.ReadUInt32LittleEndian(patch.AsSpan(patch.Length - fromEnd));

    // The reference decoder of the formats: seven bits a byte, the lowest first, plus one for each further byte.
    private static long ReadNumber(byte[] patch, ref int at)
    {
        long number = 0, shift = 1;
        while (true)
        {
            var value = patch[at++];
            number += (value & 0x7F) * shift;
            if ((value & 0x80) != 0)
                return number;
            shift <<= 7;
            number += shift;
        }
    }
}
