using System.Buffers.Binary;

namespace Bridge.Api.Tests.Features.Clips.Formats;

/// <summary>Reads a GIF by its specification (GIF89a), for the tests of what writes it.</summary>
internal static class GifDecoder
{
    /// <summary>Returns the pictures that a viewer shows, and for how many hundredths of a second it shows each.</summary>
    public static List<(uint[] Pixels, int Delay)> Read(byte[] gif)
    {
        var reader = new BinaryReader(new MemoryStream(gif));
        Assert.Equal("GIF89a"u8, reader.ReadBytes(6));
        int width = reader.ReadUInt16(), height = reader.ReadUInt16();
        Assert.Equal([0, 0, 0], reader.ReadBytes(3));
        var (shown, pictures, delay, hasTransparency) = (new uint[width * height], new List<(uint[], int)>(), 0, false);
        while (true)
        {
            switch (reader.ReadByte())
            {
                case 0x21 when reader.ReadByte() == 0xF9:
                    var control = reader.ReadBytes(6);
                    Assert.Equal((4, 0), (control[0], control[5]));
                    (hasTransparency, delay) = ((control[1] & 1) == 1, BinaryPrimitives.ReadUInt16LittleEndian(control.AsSpan(2)));
                    Assert.Equal(0, control[4]);
                    break;
                // Another extension; the condition above has read its label.
                case 0x21:
                    ReadBlocks(reader);
                    break;
                case 0x2C:
                    ReadPicture(reader, shown, width, hasTransparency);
                    pictures.Add(([.. shown], delay));
                    break;
                case 0x3B:
                    Assert.Equal(gif.Length, reader.BaseStream.Position);
                    return pictures;
                default:
                    throw new InvalidDataException($"A wrong block before {reader.BaseStream.Position}.");
            }
        }
    }

    private static void ReadPicture(BinaryReader reader, uint[] shown, int screenWidth, bool hasTransparency)
    {
        int x = reader.ReadUInt16(), y = reader.ReadUInt16(), width = reader.ReadUInt16(), height = reader.ReadUInt16();
        var flags = reader.ReadByte();
        Assert.Equal(0x80, flags & 0xF8);
        var colors = new uint[2 << (flags & 7)];
        for (var i = 0; i < colors.Length; i++)
            colors[i] = reader.ReadByte() | (uint)reader.ReadByte() << 8 | (uint)reader.ReadByte() << 16;
        var indices = Decompress(reader.ReadByte(), ReadBlocks(reader));
        Assert.Equal(width * height, indices.Count);
        for (var at = 0; at < indices.Count; at++)
        {
            if (!hasTransparency || indices[at] != 0)
                shown[((y + (at / width)) * screenWidth) + x + (at % width)] = colors[indices[at]];
        }
    }

    private static byte[] ReadBlocks(BinaryReader reader)
    {
        var bytes = new List<byte>();
        while (reader.ReadByte() is var count and > 0)
            bytes.AddRange(reader.ReadBytes(count));
        return [.. bytes];
    }

    // As appendix F says. An entry of the table is a string of color indices.
    private static List<byte> Decompress(int bits, byte[] bytes)
    {
        var (clear, output, place) = (1 << bits, new List<byte>(), 0);
        var (table, size) = (new List<byte[]>(), bits + 1);
        byte[]? last = null;
        while (true)
        {
            var code = 0;
            for (var bit = 0; bit < size; bit++, place++)
                code |= (bytes[place / 8] >> (place % 8) & 1) << bit;
            if (code == clear)
            {
                table = [.. Enumerable.Range(0, clear + 2).Select(index => new[] { (byte)index })];
                (size, last) = (bits + 1, null);
                continue;
            }

            if (code == clear + 1)
                return output;
            var text = code < table.Count ? table[code] : [.. last!, last![0]];
            output.AddRange(text);
            if (last is not null && table.Count < 4096)
                table.Add([.. last, text[0]]);
            size += table.Count == 1 << size && size < 12 ? 1 : 0;
            last = text;
        }
    }
}
