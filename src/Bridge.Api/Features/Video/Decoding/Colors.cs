using System.Buffers.Binary;
using System.Globalization;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Converts colors of the consoles, which have five bits for red, green and blue.</summary>
internal static class Colors
{
    /// <summary>Returns colors of 16 bits as 0xRRGGBB, widened as mGBA does (mgba/core/interface.h, <c>mColorFrom555</c>).</summary>
    public static int[] FromMemory(ReadOnlySpan<byte> bytes)
    {
        var colors = new int[bytes.Length / 2];
        for (var i = 0; i < colors.Length; i++)
        {
            var color = BinaryPrimitives.ReadUInt16LittleEndian(bytes[(2 * i)..]);
            colors[i] = (Widen(color) << 16) | (Widen(color >> 5) << 8) | Widen(color >> 10);
        }

        return colors;
    }

    /// <summary>Returns a color as <c>#RRGGBB</c>.</summary>
    public static string ToText(int color) => string.Create(CultureInfo.InvariantCulture, $"#{color:X6}");

    private static int Widen(int channel) => ((channel & 31) << 3) | ((channel & 31) >> 2);
}
