using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Live;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Tests.Features.Clips;

/// <summary>A recording with missing pictures has the right length, and counts them.</summary>
public sealed class LivePicturesTests
{
    private static readonly CancellationToken None = CancellationToken.None;

    [Fact]
    public async Task In_place_of_a_missing_picture_the_one_before_is_shown_longer()
    {
        var (written, pictures) = New(frames: 21, every: 2);
        await pictures.AddAsync(Picture(1), 0, None);
        await pictures.AddAsync(Picture(2), 3, None);
        await pictures.AddAsync(Picture(9), 3, None);
        await pictures.AddAsync(Picture(3), 4, None);
        Assert.Equal(10, pictures.Frames);
        await pictures.FinishAsync(isComplete: true, None);
        Assert.Equal([(1u, 6), (2u, 2), (3u, 13)], written.Pictures);
        Assert.Equal((21, 8), (pictures.Frames, pictures.Dropped));
    }

    [Fact]
    public async Task A_recording_that_ends_early_has_the_frames_that_it_has()
    {
        var (written, pictures) = New(frames: 100, every: 1);
        await pictures.AddAsync(Picture(1), 0, None);
        await pictures.AddAsync(Picture(2), 1, None);
        pictures.AddNotes([new(999, "before"), new(1000, "first"), new(1001, "second"), new(1100, "after")]);
        pictures.AddNotes([new(1000, "first"), new(1001, "second")]);
        var captions = await pictures.FinishAsync(isComplete: false, None);
        Assert.Equal([(1u, 1), (2u, 1)], written.Pictures);
        Assert.Equal((2, 0), (pictures.Frames, pictures.Dropped));
        Assert.Equal([new Caption(0, 1, "first"), new Caption(1, 2, "second")], captions);
    }

    private static (WrittenPictures Written, LivePictures Pictures) New(int frames, int every)
    {
        var written = new WrittenPictures();
        return (written, new LivePictures(new ClipPlan(ClipFormat.Apng, every, 1), new LiveStart(1000, frames, Picture(0)), written));
    }

    private static RenderedPicture Picture(byte color) => new(1, 0, 1, 1, new byte[] { color, 0, 0, 0 });

    private sealed class WrittenPictures : ClipWriter
    {
        public List<(uint Color, int Frames)> Pictures { get; } = [];

        public override ValueTask AddPictureAsync(Canvas canvas, int frames, CancellationToken cancellationToken)
        {
            Pictures.Add((canvas.Pixels[0], frames));
            return ValueTask.CompletedTask;
        }

        public override ValueTask FinishAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
