using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Clips.Formats;

namespace Bridge.Api.Tests.Features.Clips.Formats;

public sealed class GifWriterTests
{
    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(1, 1, 300)]
    [InlineData(7, 3, 2)]
    [InlineData(64, 48, 3)]
    [InlineData(64, 48, 4)]
    [InlineData(240, 160, 16)]
    [InlineData(240, 160, 255)]
    public async Task Pictures_are_read_back_equal(int width, int height, int colors)
    {
        var random = new Random(width + colors);
        var pictures = Enumerable.Range(0, 12).Select(_ => RandomCanvas(random, width, height, colors)).ToArray();
        // A part changes, then nothing.
        var part = Copy(pictures[^1]);
        part.Line(height / 2)[width / 2] ^= 0xFFFFFF;
        pictures = [.. pictures, part, Copy(part)];
        var (gif, reduced) = await WriteAsync(pictures, 2);
        Assert.Equal(0, reduced);
        var read = GifDecoder.Read(gif);
        Assert.Equal(pictures.Select(canvas => canvas.Pixels.ToArray()), read.Select(picture => picture.Pixels));
    }

    [Fact]
    public async Task Delays_add_up_to_the_exact_time()
    {
        var pictures = Enumerable.Range(0, 600).Select(at => RandomCanvas(new Random(at), 4, 4, 2)).ToArray();
        var delays = GifDecoder.Read((await WriteAsync(pictures, 2)).Gif).Select(picture => picture.Delay).ToArray();
        Assert.All(delays, delay => Assert.InRange(delay, 3, 4));
        Assert.Equal((int)Math.Round(1200 * 4389 / 2621.44), delays.Sum());
    }

    [Fact]
    public async Task Of_too_many_colors_the_rarest_become_the_nearest_others()
    {
        // 300 colors: the first 45 have one pixel each, the others two. The color nearest to n is n + 128, which has one more green.
        var canvas = new Canvas(555, 1);
        for (var at = 0; at < 555; at++)
        {
            var color = (uint)(at < 45 ? at : 45 + ((at - 45) / 2));
            canvas.Pixels[at] = color * 0x20000 & 0xFF0000 | color / 128 << 8;
        }

        var (gif, reduced) = await WriteAsync([canvas], 2);
        Assert.Equal(1, reduced);
        var shown = Assert.Single(GifDecoder.Read(gif)).Pixels;
        Assert.Equal(canvas.Pixels[45..].ToArray(), shown[45..]);
        Assert.Equal(canvas.Pixels[..45].ToArray().Select(pixel => pixel + 0x100), shown[..45]);
    }

    private static async Task<(byte[] Gif, int Reduced)> WriteAsync(Canvas[] pictures, int frames)
    {
        using var file = new MemoryStream();
        await using var writer = new GifWriter(file);
        foreach (var picture in pictures)
            await writer.AddPictureAsync(picture, frames, CancellationToken.None);
        await writer.FinishAsync(CancellationToken.None);
        return (file.ToArray(), writer.ReducedPictures);
    }

    private static Canvas RandomCanvas(Random random, int width, int height, int colors)
    {
        var palette = Enumerable.Range(0, colors).Select(_ => (uint)random.Next(0x1000000)).ToArray();
        var canvas = new Canvas(width, height);
        foreach (ref var pixel in canvas.Pixels)
            pixel = palette[random.Next(colors)];
        return canvas;
    }

    private static Canvas Copy(Canvas canvas)
    {
        var copy = new Canvas(canvas.Width, canvas.Height);
        canvas.Pixels.CopyTo(copy.Pixels);
        return copy;
    }
}
