using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>Videos have the exact frames and their sound at the right time.</summary>
[Trait("Needs", "host")]
public sealed class VideoClipTests(ClockedGame game) : ClipTest(game), IClassFixture<ClockedGame>
{
    // From a frame in which the tone begins on.
    private const int Length = 300;
    private const double FramesPerSecond = 262144 / 4389.0;

    [Theory]
    [InlineData("mp4")]
    [InlineData("webm")]
    public async Task A_video_has_all_frames_and_its_sound_in_time(string format)
    {
        var begin = await PlayToneAsync("");
        var (clip, file) = await ClipAsync($$"""{"from": {{begin}}, "to": {{begin + Length - 1}}, "format": "{{format}}"}""");
        Assert.True(clip.GetProperty("sound").GetBoolean());
        var (seconds, pictures) = await Ffmpeg.MeasureAsync(file, format);
        Assert.Equal(Length, pictures);
        Assert.Equal(Length / FramesPerSecond, seconds, 0.03);

        var samples = await Ffmpeg.SamplesOfAsync(file);
        var brightness = await Ffmpeg.BrightnessOfAsync(file);
        var tone = FirstLoud(samples) / 32768.0;
        var light = Array.FindIndex(brightness, value => value > 128) / FramesPerSecond;
        Assert.InRange(Math.Abs(tone - light), 0, 1 / FramesPerSecond);
        Assert.Equal(439.8, Frequency(samples, (int)(tone * 32768)), 4.4);
    }

    [Theory]
    [InlineData("", 439.8, true, true)]
    [InlineData("A", 879.7, true, true)]
    [InlineData("L", 439.8, true, false)]
    [InlineData("R", 439.8, false, true)]
    public async Task The_sound_is_the_one_that_the_game_plays(string buttons, double hertz, bool left, bool right)
    {
        var begin = await PlayToneAsync(buttons);
        var (_, file) = await ClipAsync($$"""{"from": {{begin}}, "to": {{begin + Length - 1}}, "format": "wav"}""");
        var samples = await Ffmpeg.SamplesOfAsync(file);
        Assert.InRange(samples.Length / 2, (int)(Length * 548.625) - 2, (int)(Length * 548.625) + 2);
        Assert.Equal((left, right), (samples.Where((_, at) => at % 2 == 0).Max() > 5000, samples.Where((_, at) => at % 2 == 1).Max() > 5000));
        Assert.Equal(hertz, Frequency(samples, FirstLoud(samples)), hertz / 100);
        // 30 frames of each 60 are loud.
        Assert.Equal(0.5, samples.Count(sample => sample != 0) / (samples.Length / 2.0) / (left && right ? 2 : 1) * 2, 0.05);
    }

    [Fact]
    public async Task The_present_sound_can_be_read_without_end_and_be_made_quieter()
    {
        await using var held = await HoldToneAsync();
        using (var response = await Client.AskAsync("PUT", $"{E}/sound", """{"volume": 0.5}"""))
            Assert.Equal("""{"volume":0.5}""", await response.Content.ReadAsStringAsync());
        await held.ReleaseAsync();
        using var streamed = await Client.GetAsync($"{E}/audio/stream", HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal("audio/wav", streamed.Content.Headers.ContentType?.MediaType);
        await using var stream = await streamed.Content.ReadAsStreamAsync();
        // Two seconds have a whole tone.
        var bytes = new byte[44 + (2 * 32768 * 4)];
        await stream.ReadExactlyAsync(bytes);
        Assert.Equal("RIFF"u8, bytes.AsSpan(0, 4));
        short[] samples = [.. bytes.Skip(44).Chunk(2).Select(pair => BitConverter.ToInt16(pair))];
        Assert.Equal(439.8, Frequency(samples, FirstLoud(samples)), 4.4);
        var quiet = samples.Max();
        using (var response = await Client.AskAsync("PUT", $"{E}/sound", """{"volume": 1}"""))
            Assert.True(response.IsSuccessStatusCode);
        var wav = await Client.GetByteArrayAsync($"{E}/audio?seconds=2");
        Assert.Equal(quiet * 2, wav.Skip(44).Chunk(2).Max(pair => BitConverter.ToInt16(pair)), 2);
    }

    private async Task<MgbaBridge.GameHold> HoldToneAsync()
    {
        File.Copy(RepositoryRoot.Combine("emulator", "rom", "tone.gba"), Path.Combine(Game.RomFolder, "tone.gba"), overwrite: true);
        var held = await HoldAsync();
        await Game.Game.LoadRomAsync("tone.gba");
        return held;
    }

    // Returns the frame before the first one with a tone.
    private async Task<long> PlayToneAsync(string buttons)
    {
        await using var held = await HoldToneAsync();
        await held.StepAsync(1);
        var begin = (await HistoryAsync()).Now + 1;
        await held.StepAsync(Length + 10, buttons.Length > 0 ? buttons : null);
        return begin;
    }

    private static int FirstLoud(short[] samples) => Array.FindIndex(samples, sample => Math.Abs((int)sample) > 3000) / 2;

    // By how often the wave rises in a quarter of a second.
    private static double Frequency(short[] samples, int from)
    {
        const int length = 8192;
        var side = samples[(2 * from)..(2 * (from + length))];
        side = [.. side.Where((_, at) => at % 2 == (side.Where((_, at) => at % 2 == 0).Max() > 5000 ? 0 : 1))];
        var middle = (side.Max() + side.Min()) / 2;
        var rises = Enumerable.Range(1, side.Length - 1).Where(at => side[at - 1] <= middle && side[at] > middle).ToArray();
        return (rises.Length - 1) * 32768.0 / (rises[^1] - rises[0]);
    }
}
