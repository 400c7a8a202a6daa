using Bridge.EndToEnd.Tests.Playing;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>The pictures of a clip are those that the screen showed.</summary>
[Trait("Needs", "host")]
public sealed class ExactClipTests(ClockedGame game) : ClipTest(game), IClassFixture<ClockedGame>
{
    private const int Length = 60;

    [Theory]
    [InlineData("plain")]
    [InlineData("Color only")]
    [InlineData("Super Game Boy")]
    [InlineData("MBC3 with clock")]
    public async Task Each_picture_is_the_screen_of_its_frame(string name)
    {
        await using var held = await HoldAsync(ZooGames.All[name]);
        await held.StepAsync(100);
        var random = new Random(2);
        var (begin, screens, width, height) = await PlayAsync(held, () => held.StepAsync(1, ButtonsOf(random)));

        await IsExactAsync("apng", 60, begin, screens, width, height);
        await IsExactAsync("gif", 30, begin, screens, width, height);
        Assert.Equal(begin + Length, (await HistoryAsync()).Now);
    }

    [Fact]
    public async Task A_gif_of_too_many_colors_says_so_and_an_apng_is_exact()
    {
        var random = new Random(3);
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(10);
        // Video mode 3, a picture of 16-bit pixels.
        await Game.Game.Write16Async(0x04000000, 0x0403);
        var (begin, screens, width, height) = await PlayAsync(held, async () =>
        {
            // A picture of the GIF has two frames, which change 900 pixels; it has 256 colors. The history takes 1,024 writes in a frame.
            var noise = new byte[900];
            random.NextBytes(noise);
            // A row of the picture has 480 bytes.
            await Game.Game.WriteBytesAsync(480 * (uint)random.Next(100), noise, "vram");
            await held.StepAsync(1);
        });

        await IsExactAsync("apng", 60, begin, screens, width, height);
        var (gif, file) = await ClipAsync($$"""{"from": {{begin + 1}}, "to": {{begin + Length}}, "fps": 30}""");
        Assert.InRange(gif.GetProperty("reducedPictures").GetInt32(), Length / 4, Length / 2);
        var pictures = await Ffmpeg.PicturesOfAsync(file, "gif", width, height);
        Assert.Equal(Length / 2, pictures.Count);
        for (var at = 0; at < pictures.Count; at++)
            Assert.InRange(MeanDifference(screens[2 * at], pictures[at]), 0, 16);
    }

    [Fact]
    public async Task A_clip_stays_what_it_was_after_a_rewind_and_has_what_is_behind_it()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(100, "A");
        var (begin, screens, width, height) = await PlayAsync(held, () => held.StepAsync(1, "B"));
        using (var rewound = await Client.AskAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{begin}}}"""))
            Assert.True(rewound.IsSuccessStatusCode, await rewound.Content.ReadAsStringAsync());
        await IsExactAsync("apng", 60, begin, screens, width, height);
        await MovieAsync("clipped", $$"""{"from": {{begin + 1}}, "to": {{begin + Length}}}""");
        await held.StepAsync(5, "Up");
        Assert.Equal(1, (await Client.GetJsonAsync($"{E}/movies")).GetProperty("movies").GetArrayLength());
        var (clip, file) = await ClipAsync("""{"movie": "clipped", "format": "apng"}""");
        var pictures = await Ffmpeg.PicturesOfAsync(file, "apng", width, height);
        Assert.Equal(clip.GetProperty("to").GetInt64(), clip.GetProperty("frames").GetInt64());
        Assert.Equal(screens[^1], pictures[^1]);
    }

    // Plays frame by frame, and returns the frame before the first of them, and the screen after each.
    private async Task<(long Begin, List<byte[]> Screens, int Width, int Height)> PlayAsync(GameHold held, Func<Task> step)
    {
        var (begin, screens, width, height) = ((await HistoryAsync()).Now, new List<byte[]>(), 0, 0);
        for (var frame = 0; frame < Length; frame++)
        {
            await step();
            (width, height, var pixels) = await ScreenAsync();
            screens.Add(pixels);
        }

        Assert.Equal(begin + Length, (await HistoryAsync()).Now);
        return (begin, screens, width, height);
    }

    // Makes a clip of the frames after begin, and compares its pictures with the screens that were seen then.
    private async Task IsExactAsync(string format, int fps, long begin, List<byte[]> screens, int width, int height)
    {
        var (clip, file) = await ClipAsync(
            $$"""{"from": {{begin + 1}}, "to": {{begin + Length}}, "format": "{{format}}", "fps": {{fps}}, "wait": true}""");
        Assert.Equal("done", clip.GetProperty("state").GetString());
        var every = 60 / fps;
        // A picture that is equal to the one before is not repeated.
        var expected = new List<byte[]>();
        foreach (var screen in screens.Where((_, at) => at % every == 0))
        {
            if (expected.Count == 0 || !screen.AsSpan().SequenceEqual(expected[^1]))
                expected.Add(screen);
        }

        var pictures = await Ffmpeg.PicturesOfAsync(file, format, width, height);
        Assert.Equal(expected.Count, pictures.Count);
        for (var at = 0; at < expected.Count; at++)
            Assert.True(expected[at].AsSpan().SequenceEqual(pictures[at]), $"{format}: the picture {at} differs.");
        if (format == "gif")
        {
            Assert.Equal(0, clip.GetProperty("reducedPictures").GetInt32());
            // In seconds, of 59.7275 frames; a GIF counts hundredths.
            Assert.Equal(Length / 59.7275, (await Ffmpeg.MeasureAsync(file, format)).Seconds, 0.011);
        }
    }

    private static double MeanDifference(byte[] first, byte[] second) => first.Zip(second, (one, other) => Math.Abs(one - other)).Average();
}
