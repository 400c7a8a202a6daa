using Bridge.Api.Features.Clips.Captions;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Tests.Features.Clips;

public sealed class CaptionTrackTests
{
    // In frames: the game has 59.73 a second.
    private const int FiveSeconds = 299;

    private static readonly GameNote[] Notes = [new(100, "a"), new(150, "b"), new(150, "c"), new(1000, "d")];

    [Theory]
    [InlineData(99, null)]
    [InlineData(100, "a")]
    [InlineData(149, "a")]
    [InlineData(150, "c")]
    [InlineData(150 + FiveSeconds - 1, "c")]
    [InlineData(150 + FiveSeconds, null)]
    [InlineData(999, null)]
    [InlineData(1000, "d")]
    public void The_latest_note_is_shown_for_five_seconds(long frame, string? text) =>
        Assert.Equal(text, new CaptionTrack(Notes).ShownAt(frame));

    [Fact]
    public void A_caption_ends_with_the_next_one_after_five_seconds_or_with_the_clip()
    {
        var track = new CaptionTrack(Notes);
        track.Reach(1100, frame => frame - 100);
        Assert.Equal(
            [new(0, 50, "a"), new(50, 50 + FiveSeconds, "b\nc"), new(900, 1000, "d")], track.Until(1000));
    }

    [Fact]
    public void Notes_that_the_clip_has_not_come_to_have_no_caption()
    {
        var track = new CaptionTrack(Notes);
        Assert.Empty(track.Until(10));
        track.Reach(149, frame => frame - 100);
        Assert.Equal([new(0, 10, "a")], track.Until(10));
    }

    [Fact]
    public void Notes_in_time_that_is_left_out_share_its_picture()
    {
        var track = new CaptionTrack(Notes);
        track.Reach(120, _ => 0);
        track.Reach(2000, _ => 30);
        Assert.Equal([new(0, 30, "a"), new(30, 32, "b\nc\nd")], track.Until(32));
    }

    [Fact]
    public void Subtitles_have_exact_times_and_no_tags() =>
        Assert.Equal(
            """
            WEBVTT

            00:00:00.000 --> 00:00:01.005
            Is 1 &lt; 2 --&gt; 3?

            00:02:00.012 --> 01:00:00.000
            A &amp; b
            c

            """.ReplaceLineEndings("\n"),
            // 262,144 frames take 4,389 s.
            WebVtt.Write([new(0, 60, "Is 1 < 2 --> 3?"), new(7168, 215_019, "A & b\nc")]));

    [Fact]
    public void Without_notes_there_is_only_the_first_line() => Assert.Equal("WEBVTT\n", WebVtt.Write([]));
}
