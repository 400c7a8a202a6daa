using Bridge.Api.Features.Mcp;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>How pictures differ, in words.</summary>
public sealed class PictureChangeTests
{
    [Fact]
    public void Without_a_picture_before_nothing_is_said()
    {
        using var picture = new Picture(4, 3, frame: 1);
        Assert.Null(PictureChange.Describe(null, picture));
    }

    [Fact]
    public void Another_size_is_another_picture()
    {
        using var small = Blank(4, 3);
        using var large = Blank(4, 4);
        Assert.Equal("everything", PictureChange.Describe(small, large));
    }

    [Theory]
    [InlineData("nothing")]
    [InlineData("1x1 at 0,0", 0)]
    [InlineData("1x1 at 7,5", 47)]
    [InlineData("8x6 at 0,0", 0, 47)]
    [InlineData("8x6 at 0,0", 7, 40)]
    [InlineData("3x2 at 2,1", 10, 20)]
    public void The_rectangle_has_all_pixels_that_differ(string change, params int[] pixels)
    {
        using var before = Blank(8, 6);
        using var now = Blank(8, 6);
        foreach (var pixel in pixels)
            now.Rgb[(3 * pixel) + (pixel % 3)] = 1;
        Assert.Equal(change, PictureChange.Describe(before, now));
        Assert.Equal(pixels.Length == 0 ? "#000000" : null, PictureChange.OnlyColorOf(now));
    }

    private static Picture Blank(int width, int height)
    {
        var picture = new Picture(width, height, frame: 1);
        picture.Rgb.Clear();
        return picture;
    }
}
