using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about clips and sound, and what their responses become.</summary>
public sealed class ClipTests
{
    private const string Path = "/emulators/default";
    private const string Short = """{"id": "ab", "format": "gif", "from": 2, "to": 61, "seconds": 1, "fps": 60}""";

    [Fact]
    public async Task A_clip_is_made_fetched_and_deleted()
    {
        using var told = new ToldHandler(
            Success("""{"id": "ab", "format": "mp4", "from": 2, "to": 61, "seconds": 1.005, "fps": 59.728, "state": "done"}"""),
            Success("film", "video/mp4"), Answer(204, "", "application/json"));
        using var client = told.NewClient();
        var clip = await client.Emulator().ClipAsync(
            new ClipRequest { Seconds = 1, Format = "mp4", Overlay = ["buttons"], Crop = new(0, 0, 40, 30), OnlyFrames = "changed" });
        Assert.Equal(("mp4", 2L, 61L, 1.005, 59.728, 0), (clip.Format, clip.From, clip.To, clip.Seconds, clip.Fps, clip.ReducedPictures));
        Assert.Equal("film"u8.ToArray(), clip.File);
        Assert.Equal([$"POST {Path}/clips", $"GET {Path}/clips/ab/file", $"DELETE {Path}/clips/ab"], told.Paths);
        Assert.Equal(
            """{"seconds":1,"format":"mp4","crop":{"x":0,"y":0,"width":40,"height":30},"overlay":["buttons"],"onlyFrames":"changed","""
            + "\"wait\":true}",
            told.Bodies[0]);
    }

    [Fact]
    public async Task A_clip_that_cannot_be_deleted_is_returned()
    {
        using var told = new ToldHandler(Success(Short), Success("film", "image/gif"), Problem("internal-error", 500));
        using var client = told.NewClient();
        Assert.Equal("film"u8.ToArray(), (await client.Emulator().ClipAsync()).File);
        Assert.Equal($"DELETE {Path}/clips/ab", told.Paths[^1]);
    }

    [Fact]
    public async Task A_clip_that_cannot_be_fetched_is_deleted()
    {
        using var told = new ToldHandler(Success(Short), Problem("internal-error", 500), Problem("no-emulator", 503));
        using var client = told.NewClient();
        var problem = await Assert.ThrowsAsync<ProblemException>(() => client.Emulator().ClipAsync());
        Assert.Equal("internal-error", problem.Type);
        Assert.Equal($"DELETE {Path}/clips/ab", told.Paths[^1]);
    }

    [Fact]
    public async Task The_notes_of_a_clip_are_its_subtitles()
    {
        using var told = new ToldHandler(
            Success("""{"id": "ab", "format": "gif", "from": 2, "to": 61, "seconds": 1.005, "notes": 1, "live": true, "dropped": 3}"""),
            Success("film", "image/gif"), Success("WEBVTT", "text/vtt"), Answer(204, "", "application/json"));
        using var client = told.NewClient();
        var clip = await client.Emulator().ClipAsync();
        Assert.Equal(("WEBVTT", 3L), (clip.Subtitles, clip.Dropped));
        Assert.Equal($"GET {Path}/clips/ab/subtitles", told.Paths[2]);
    }

    [Fact]
    public async Task Notes_are_added_and_listed()
    {
        using var told = new ToldHandler(
            Success("""{"text": "a", "at": 7, "frame": 9}"""), Success("""{"notes": [{"text": "a", "at": 7}], "frame": 9}"""));
        using var client = told.NewClient();
        Assert.Equal(7, await client.Emulator().AddNoteAsync("a"));
        Assert.Equal([new Note("a", 7)], await client.Emulator().GetNotesAsync(5));
        Assert.Equal([$"POST {Path}/notes", $"GET {Path}/notes?limit=5"], told.Paths);
        Assert.Equal("""{"text":"a"}""", told.Bodies[0]);
    }

    [Fact]
    public async Task A_message_says_whether_it_is_drawn()
    {
        using var told = new ToldHandler(
            Success("""{"text": "a", "frames": 180, "drawn": true, "frame": 9}"""),
            Success("""{"text": "b", "frames": 5, "drawn": false, "frame": 9}"""));
        using var client = told.NewClient();
        Assert.True(await client.Emulator().ShowMessageAsync("a"));
        Assert.False(await client.Emulator().ShowMessageAsync("b", 5));
        Assert.Equal([$"POST {Path}/messages", $"POST {Path}/messages"], told.Paths);
        Assert.Equal("""{"text":"b","frames":5}""", told.Bodies[1]);
    }

    [Fact]
    public async Task Sound_is_fetched_and_made_quieter()
    {
        using var told = new ToldHandler(Success("wave", "audio/wav"), Success("""{"volume": 0.5}"""));
        using var client = told.NewClient();
        Assert.Equal("wave"u8.ToArray(), await client.Emulator().GetAudioAsync(3));
        await client.Emulator().SetVolumeAsync(0.5);
        Assert.Equal([$"GET {Path}/audio?seconds=3", $"PUT {Path}/sound"], told.Paths);
        Assert.Equal("""{"volume":0.5}""", told.Bodies[1]);
    }
}
