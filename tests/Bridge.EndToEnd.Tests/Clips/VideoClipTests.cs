using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>Videos have the exact frames, and their sound at the right time; tone.gba sounds (emulator/rom/README.md).</summary>
[Trait("Needs", "host")]
public sealed class VideoClipTests(ClockedGame game) : ClipTest(game), IClassFixture<ClockedGame>
{
    // The frames of a clip: five times 30 with a tone and 30 without.
    private const int Length = 300;
    private const double FramesPerSecond = 262144 / 4389.0;
    private const int SamplesPerSecond = 32768;
    private const int WavHeaderBytes = 44;

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
        var tone = FirstLoud(samples) / (double)SamplesPerSecond;
        var light = Array.FindIndex(brightness, value => value > 128) / FramesPerSecond;
        Assert.InRange(Math.Abs(tone - light), 0, 1 / FramesPerSecond);
        Assert.Equal(439.8, Frequency(samples, (int)(tone * SamplesPerSecond)), 4.4);
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
        // A frame has 548.625 samples of each side.
        Assert.InRange(samples.Length / 2, (int)(Length * 548.625) - 2, (int)(Length * 548.625) + 2);
        Assert.Equal((left, right), (IsLoud(samples, 0), IsLoud(samples, 1)));
        Assert.Equal(hertz, Frequency(samples, FirstLoud(samples)), hertz / 100);
        // 30 frames of each 60 are loud, and half of a square wave is 0, so a quarter of the samples of a loud side is not.
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
        var bytes = new byte[WavHeaderBytes + (2 * SamplesPerSecond * 4)];
        await stream.ReadExactlyAsync(bytes);
        Assert.Equal("RIFF"u8, bytes.AsSpan(0, 4));
        short[] samples = [.. bytes.Skip(WavHeaderBytes).Chunk(2).Select(pair => BitConverter.ToInt16(pair))];
        Assert.Equal(439.8, Frequency(samples, FirstLoud(samples)), 4.4);
        var quiet = samples.Max();
        using (var response = await Client.AskAsync("PUT", $"{E}/sound", """{"volume": 1}"""))
            Assert.True(response.IsSuccessStatusCode);
        var wav = await Client.GetByteArrayAsync($"{E}/audio?seconds=2");
        Assert.Equal(2.0 * quiet, wav.Skip(WavHeaderBytes).Chunk(2).Max(pair => BitConverter.ToInt16(pair)), 2.0);
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
        await held.StepAsync(1, buttons.Length > 0 ? buttons : null);
        var begin = (await HistoryAsync()).Now + 1;
        await held.StepAsync(Length + 10, buttons.Length > 0 ? buttons : null);
        return begin;
    }

    // Samples are left and right in turns. The channel is 0 for left, 1 for right.
    private static bool IsLoud(short[] samples, int channel) => samples.Where((_, at) => at % 2 == channel).Max() > 5000;

    // Returns at which pair of samples the first tone begins.
    private static int FirstLoud(short[] samples) => Array.FindIndex(samples, sample => Math.Abs((int)sample) > 3000) / 2;

    // Returns the hertz of the tone, by how often its wave rises in a quarter of a second from a pair of samples on.
    private static double Frequency(short[] samples, int from)
    {
        const int Pairs = SamplesPerSecond / 4;
        var side = samples[(2 * from)..(2 * (from + Pairs))];
        var channel = IsLoud(side, 0) ? 0 : 1;
        side = [.. side.Where((_, at) => at % 2 == channel)];
        var middle = (side.Max() + side.Min()) / 2;
        var rises = Enumerable.Range(1, side.Length - 1).Where(at => side[at - 1] <= middle && side[at] > middle).ToArray();
        return (rises.Length - 1) * (double)SamplesPerSecond / (rises[^1] - rises[0]);
    }
}
