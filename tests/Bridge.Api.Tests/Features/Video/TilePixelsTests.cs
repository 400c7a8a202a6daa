using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

public sealed class TilePixelsTests
{
    // The tile of Pan Docs, "VRAM Tile Data".
    private const string PlanesOfPanDocs = "3C7E4242424242427E5E7E0A7C56387C";

    private const string PixelsOfPanDocs =
        "02333320 03000030 03000030 03000030 03133330 01113130 03131320 02333200";

    [Fact]
    public void A_tile_of_four_colors_has_two_planes() => Assert.Equal(PixelsOfPanDocs, Unpacked(PlanesOfPanDocs, 4));

    [Fact]
    public void The_left_pixel_of_sixteen_colors_is_the_low_half_of_a_byte() => Assert.Equal(
        "10325476 98BADCFE 00000000 00000000 00000000 00000000 00000000 0000000F",
        Unpacked("01234567" + "89ABCDEF" + new string('0', 8 * 5) + "000000F0", 16));

    [Fact]
    public void A_pixel_of_256_colors_is_a_byte()
    {
        var bytes = Enumerable.Range(192, 64).Select(value => (byte)value).ToArray();
        var pixels = new byte[TilePixels.Count];
        TilePixels.Unpack(bytes, 256, pixels);
        Assert.Equal(bytes, pixels);
    }

    [Theory]
    [InlineData(0x0000, 0x000000)]
    [InlineData(0x7FFF, 0xFFFFFF)]
    [InlineData(0xFFFF, 0xFFFFFF)]
    [InlineData(0x001F, 0xFF0000)]
    [InlineData(0x03E0, 0x00FF00)]
    [InlineData(0x7C00, 0x0000FF)]
    [InlineData(0x56B5, 0xADADAD)]
    [InlineData(0x0001, 0x080000)]
    public void A_color_of_15_bits_is_widened(int value, int color) =>
        Assert.Equal([color], Colors.FromMemory([(byte)value, (byte)(value >> 8)]));

    // One hexadecimal digit a pixel, and a space between lines.
    private static string Unpacked(string bytes, int colors)
    {
        var pixels = new byte[TilePixels.Count];
        TilePixels.Unpack(Convert.FromHexString(bytes), colors, pixels);
        return string.Join(' ', pixels.Chunk(8).Select(line => string.Concat(line.Select(pixel => $"{pixel:X}"))));
    }
}
