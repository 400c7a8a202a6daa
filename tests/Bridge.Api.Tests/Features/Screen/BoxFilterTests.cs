using Bridge.Api.Features.Screen;

namespace Bridge.Api.Tests.Features.Screen;

/// <summary>Pictures are resized by the exact average of the area of each pixel.</summary>
public sealed class BoxFilterTests
{
    // Width x height and the gray values, line by line; the wanted size and values.
    [Theory]
    [InlineData(1, 1, "7", 1, 1, "7")]
    [InlineData(2, 1, "10 20", 1, 1, "15")]
    [InlineData(2, 1, "10 21", 1, 1, "16")] // 15.5, rounded up
    [InlineData(2, 2, "0 1 0 0", 1, 1, "0")] // 0.25
    [InlineData(2, 2, "1 1 0 0", 1, 1, "1")] // 0.5
    [InlineData(3, 1, "0 90 0", 2, 1, "30 30")] // the middle pixel is divided
    [InlineData(3, 1, "30 0 60", 2, 1, "20 40")]
    [InlineData(1, 3, "30 0 60", 1, 2, "20 40")]
    [InlineData(2, 1, "10 20", 4, 1, "10 10 20 20")]
    [InlineData(2, 1, "0 30", 3, 1, "0 15 30")]
    [InlineData(2, 2, "1 2 3 4", 4, 4, "1 1 2 2 1 1 2 2 3 3 4 4 3 3 4 4")]
    [InlineData(4, 2, "0 4 8 12 100 104 108 112", 2, 1, "52 60")]
    [InlineData(2, 1, "255 255", 1, 1, "255")]
    public void A_pixel_is_the_average_of_its_area(int width, int height, string from, int toWidth, int toHeight, string expected)
    {
        foreach (var stride in (int[])[3, 4])
        {
            var pixels = Bytes(from).SelectMany(value => Enumerable.Repeat(value, stride)).ToArray();
            var gray = new byte[toWidth * toHeight];
            BoxFilter.Resize(pixels, stride, new PictureSize(width, height), gray, new PictureSize(toWidth, toHeight), gray: true);
            Assert.Equal(Bytes(expected), gray);
            var rgb = new byte[3 * gray.Length];
            BoxFilter.Resize(pixels, stride, new PictureSize(width, height), rgb, new PictureSize(toWidth, toHeight), gray: false);
            Assert.Equal(Bytes(expected).SelectMany(value => Enumerable.Repeat(value, 3)), rgb);
        }
    }

    [Theory]
    [InlineData(0, 0, 0, 0)]
    [InlineData(255, 255, 255, 255)]
    [InlineData(255, 0, 0, 76)]
    [InlineData(0, 255, 0, 150)]
    [InlineData(0, 0, 255, 29)]
    [InlineData(10, 20, 30, 18)]
    public void Gray_has_the_weights_of_BT_601(byte red, byte green, byte blue, byte expected)
    {
        var gray = new byte[1];
        BoxFilter.Resize([red, green, blue, 99], 4, new PictureSize(1, 1), gray, new PictureSize(1, 1), gray: true);
        Assert.Equal(expected, gray[0]);
    }

    [Fact]
    public void Colors_are_resized_each_by_itself()
    {
        var rgb = new byte[3];
        BoxFilter.Resize([0, 10, 100, 50, 30, 200], 3, new PictureSize(2, 1), rgb, new PictureSize(1, 1), gray: false);
        Assert.Equal([25, 20, 150], rgb);
    }

    [Fact]
    public void The_largest_bright_picture_does_not_overflow()
    {
        var from = Enumerable.Repeat((byte)255, 3 * 1024 * 1024).ToArray();
        var to = new byte[3 * 1023 * 1023];
        BoxFilter.Resize(from, 3, new PictureSize(1024, 1024), to, new PictureSize(1023, 1023), gray: false);
        Assert.All(to, value => Assert.Equal(255, value));
    }

    [Fact]
    public void It_agrees_with_the_definition()
    {
        var random = new Random(35);
        for (var round = 0; round < 50; round++)
        {
            var (size, resized) = (Size(random), Size(random));
            var from = new byte[3 * size.Area];
            random.NextBytes(from);
            var to = new byte[3 * resized.Area];
            BoxFilter.Resize(from, 3, size, to, resized, gray: false);
            Assert.Equal(Defined(from, size, resized), to);
        }
    }

    private static PictureSize Size(Random random) => new(random.Next(1, 20), random.Next(1, 20));

    private static byte[] Defined(byte[] from, PictureSize size, PictureSize resized)
    {
        var to = new byte[3 * resized.Area];
        for (var i = 0; i < to.Length; i++)
        {
            var (x, y, sum) = (i / 3 % resized.Width, i / 3 / resized.Width, 0L);
            for (var sy = 0; sy < size.Height; sy++)
            {
                for (var sx = 0; sx < size.Width; sx++)
                {
                    sum += Overlap(x, size.Width, sx, resized.Width) * Overlap(y, size.Height, sy, resized.Height)
                        * from[3 * (sy * size.Width + sx) + i % 3];
                }
            }

            to[i] = (byte)((sum + size.Area / 2) / size.Area);
        }

        return to;
    }

    private static long Overlap(int at, int width, int otherAt, int otherWidth) =>
        Math.Max(0, Math.Min((at + 1) * width, (otherAt + 1) * otherWidth) - Math.Max(at * width, otherAt * otherWidth));

    private static byte[] Bytes(string values) => [.. values.Split(' ').Select(byte.Parse)];
}
