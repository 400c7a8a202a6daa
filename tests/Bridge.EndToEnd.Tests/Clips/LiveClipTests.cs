using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>In an emulator without a history, clips are recorded from now on, and the script keeps the notes.</summary>
[Trait("Needs", "picture")]
public sealed class LiveClipTests(StockGame game) : IClassFixture<StockGame>
{
    private const string E = "/emulators/default";

    [Theory]
    [InlineData("gif", 30)]
    [InlineData("apng", 60)]
    public async Task A_clip_is_recorded_from_now_on_while_the_game_plays(string format, int fps)
    {
        await game.PlaysAsync();
        var before = await game.FrameAsync();
        var clip = await MakeAsync(
            $$"""{"seconds": 1, "format": "{{format}}", "fps": {{fps}}, "overlay": ["buttons", "frame", "notes"], "wait": true}""");
        var after = await game.FrameAsync();
        Assert.Equal((true, false, 60), (Flag(clip, "live"), Flag(clip, "sound"), clip.GetProperty("frames").GetInt32()));
        Assert.InRange(clip.GetProperty("from").GetInt64(), before, after);
        Assert.Equal(clip.GetProperty("from").GetInt64() + 59, clip.GetProperty("to").GetInt64());
        Assert.InRange(clip.GetProperty("dropped").GetInt64(), 0, fps - 1);
        // The game didn't wait for the recording.
        Assert.InRange(after - before, 60, 600);

        var file = await game.Client.GetByteArrayAsync($"{E}/clips/{IdOf(clip)}/file");
        Assert.InRange((await Ffmpeg.PicturesOfAsync(file, format, 240, 160)).Count, 2, fps);
        if (format == "gif")
            // In seconds, of 59.7275 frames; a GIF counts hundredths.
            Assert.Equal(60 / 59.7275, (await Ffmpeg.MeasureAsync(file, format)).Seconds, 0.011);
    }

    [Fact]
    public async Task Notes_are_kept_until_the_game_goes_back_and_a_recording_has_them()
    {
        await game.PlaysAsync();
        var making = await MakeAsync("""{"seconds": 1.5, "fps": 10}""");
        var noted = await game.Client.AskForJsonAsync("POST", $"{E}/notes", """{"text": "Look!"}""");
        Assert.Equal(noted.GetProperty("frame").GetInt64(), noted.GetProperty("at").GetInt64());
        var subtitles = await game.Client.GetStringAsync($"{E}/clips/{IdOf(making)}/subtitles");
        Assert.EndsWith("\nLook!\n", subtitles, StringComparison.Ordinal);
        Assert.Equal(1, (await game.Client.GetJsonAsync($"{E}/clips/{IdOf(making)}")).GetProperty("notes").GetInt32());

        Assert.Equal(1, (await game.Client.GetJsonAsync($"{E}/notes")).GetProperty("notes").GetArrayLength());
        await game.Client.AskForJsonAsync("POST", $"{E}/reset");
        await game.PlayOnAsync(2);
        Assert.Equal(0, (await game.Client.GetJsonAsync($"{E}/notes")).GetProperty("notes").GetArrayLength());
    }

    [Theory]
    [InlineData("""{"seconds": 1, "format": "wav"}""", 501, "without sound")]
    [InlineData("""{"seconds": 1, "format": "mp4", "sound": true}""", 501, "without sound")]
    [InlineData("""{}""", 400, "seconds is required: 0.01 to 600, because this emulator has no history")]
    [InlineData("""{"from": 1}""", 501, "history")]
    [InlineData("""{"seconds": 0.1, "crop": {"x": 200, "y": 0, "width": 100, "height": 1}, "wait": true}""", 400, "inside the picture")]
    public async Task What_a_recording_can_not_have_is_refused(string body, int status, string words)
    {
        await game.PlaysAsync();
        using var response = await game.Client.AskAsync("POST", $"{E}/clips", body);
        var (got, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.True(status == got, detail);
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recording_that_is_deleted_ends_and_leaves_no_file()
    {
        await game.PlaysAsync();
        var making = await MakeAsync("""{"seconds": 600}""");
        await Eventually.HoldsAsync(async () =>
            (await game.Client.GetJsonAsync($"{E}/clips/{IdOf(making)}")).GetProperty("rendered").GetInt64() > 0, "it records");
        using (var deleted = await game.Client.AskAsync("DELETE", $"{E}/clips/{IdOf(making)}"))
            Assert.Equal(204, (int)deleted.StatusCode);
        using var gone = await game.Client.GetAsync($"{E}/clips/{IdOf(making)}/file");
        Assert.Equal(404, (int)gone.StatusCode);
    }

    private async Task<JsonElement> MakeAsync(string body)
    {
        using var response = await game.Client.AskAsync("POST", $"{E}/clips", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        return JsonDocument.Parse(text).RootElement;
    }

    private static string IdOf(JsonElement clip) => clip.GetProperty("id").GetString()!;

    private static bool Flag(JsonElement clip, string name) => clip.GetProperty(name).GetBoolean();
}
