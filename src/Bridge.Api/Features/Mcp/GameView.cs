using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// The view that models have of a game: the picture and the frame that they saw last. From it, an answer tells what has changed since,
/// and no picture is shown twice. Thread-safe.
/// </summary>
internal sealed class GameView
{
    private readonly Lock _lock = new();

    // The picture of the latest call that took one, whether it was sent or not.
    private Picture? _last;

    // The latest picture that was sent; null: none, or one with a single color came after it.
    private (long Frame, int Scale)? _shown;

    // The last frame of the latest call; null: there was none.
    private long? _frame;

    /// <summary>Gets or sets whether a model froze the game last, instead of resuming it.</summary>
    public bool StaysFrozen { get; set; }

    /// <summary>Gets whether a call has ended before.</summary>
    public bool IsKnown => _frame is not null;

    /// <summary>Gets the moments before the latest turns.</summary>
    public TurnStarts Turns { get; } = new();

    /// <summary>Notes the frames of a call.</summary>
    /// <param name="began">The frame in which it began.</param>
    /// <param name="ended">The frame in which it ended.</param>
    /// <returns>The frames between the call before and this one, which no model has seen; null: none, or the game has jumped.</returns>
    public long? Pass(long began, long ended)
    {
        lock (_lock)
        {
            long? unseen = _frame is { } last && began > last ? began - last : null;
            _frame = ended;
            return unseen;
        }
    }

    /// <summary>Returns a picture for a model, or what the screen shows if that can be said in words.</summary>
    /// <param name="picture">The picture. OWNED BY THIS from here on.</param>
    /// <param name="scale">Pixels of the shown picture for each pixel of the game, in both directions.</param>
    /// <param name="isAlwaysSent">Whether it is also sent if it was shown before, or has one color.</param>
    public PictureSeen Show(Picture picture, int scale, bool isAlwaysSent)
    {
        lock (_lock)
        {
            var changed = PictureChange.Describe(_last, picture);
            var frame = picture.Frame;
            (var before, _last) = (_last, picture);
            before?.Dispose();
            if (!isAlwaysSent && changed == PictureChange.Nothing && _shown is { } shown && shown.Scale == scale)
                return new PictureSeen(Png: default, changed, $"same as frame {shown.Frame}");
            if (!isAlwaysSent && PictureChange.OnlyColorOf(picture) is { } color)
            {
                _shown = null;
                return new PictureSeen(Png: default, changed, $"all {color}");
            }

            _shown = (frame, scale);
            return new PictureSeen(PngWriter.Write(picture, scale), changed, Screen: null);
        }
    }
}

/// <summary>A picture for a model.</summary>
/// <param name="Png">The picture; empty if <paramref name="Screen"/> says why.</param>
/// <param name="Changed">What has changed since the picture before; null if there was none.</param>
/// <param name="Screen">What the screen shows, if no picture is needed for it.</param>
internal readonly record struct PictureSeen(ReadOnlyMemory<byte> Png, string? Changed, string? Screen);
