using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips.Rendering;

/// <summary>Makes a clip's pictures of those that the emulator drew: crops them, draws over them, and joins equal ones.</summary>
/// <param name="plan">How the clip is made.</param>
/// <param name="writer">Gets the pictures.</param>
/// <param name="firstNumber">The number of the frame that counts as 1.</param>
/// <param name="captions">The notes. If the clip leaves out time, this object tells them where their frames are in it.</param>
internal sealed class PictureComposer(ClipPlan plan, ClipWriter writer, long firstNumber, CaptionTrack captions)
{
    private Canvas? _drawn; // cropped
    private Canvas? _waiting; // with the overlay, not yet written
    private Canvas? _next; // being drawn; then changes places with the waiting one
    private int _frames; // of the waiting one
    private long _written; // frames

    /// <summary>Gets the number of frames that the clip has so far.</summary>
    public long Length => _written + _frames;

    /// <summary>Adds a picture.</summary>
    /// <param name="picture">The picture.</param>
    /// <param name="frames">The frames for which it is shown.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">The part that the clip shows is not inside it.</exception>
    public ValueTask AddAsync(RenderedPicture picture, int frames, CancellationToken cancellationToken)
    {
        Crop(picture);
        return ShowAsync(picture.Keys, picture.Frame, frames, isSame: false, cancellationToken);
    }

    /// <summary>Adds a picture that is the same as the one before but for what is drawn over it.</summary>
    public ValueTask AddAsync(SamePicture picture, int frames, CancellationToken cancellationToken) =>
        _drawn is null
            ? throw new InvalidDataException("The emulator's first picture is missing.")
            : ShowAsync(picture.Keys, picture.Frame, frames, isSame: plan.Overlay is null, cancellationToken);

    /// <summary>Writes the last picture.</summary>
    public ValueTask FinishAsync(CancellationToken cancellationToken) =>
        _waiting is { } last ? writer.AddPictureAsync(last, _frames, cancellationToken) : ValueTask.CompletedTask;

    private void Crop(RenderedPicture picture)
    {
        var area = plan.Crop ?? new Area(0, 0, picture.Width, picture.Height);
        if (area.X + area.Width > picture.Width || area.Y + area.Height > picture.Height)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"crop must be inside the picture, which has {picture.Width} x {picture.Height} pixels.", "crop");
        }

        _drawn ??= new Canvas(area.Width, area.Height);
        if (_drawn.Width != area.Width || _drawn.Height != area.Height)
            throw new InvalidDataException("The size of the game's picture changed within the clip.");
        var pixels = System.Runtime.InteropServices.MemoryMarshal.Cast<byte, uint>(picture.Pixels.Span);
        for (var y = 0; y < area.Height; y++)
        {
            var from = pixels.Slice(((area.Y + y) * picture.Width) + area.X, area.Width);
            var to = _drawn.Line(y);
            for (var x = 0; x < to.Length; x++)
                to[x] = from[x] & 0xFFFFFF;
        }
    }

    private async ValueTask ShowAsync(uint keys, long frame, int frames, bool isSame, CancellationToken cancellationToken)
    {
        var number = firstNumber + frame - 1;
        if (!isSame)
        {
            _next ??= new Canvas(_drawn!.Width, _drawn.Height);
            _drawn!.Pixels.CopyTo(_next.Pixels);
            plan.Overlay?.Draw(_next, keys, number, captions.ShownAt(number));
            isSame = _waiting is { } waiting && waiting.Pixels.SequenceEqual(_next.Pixels);
        }

        if (isSame)
        {
            _frames += plan.OnlyChanged ? 0 : frames;
        }
        else
        {
            if (_waiting is { } done)
                await writer.AddPictureAsync(done, _frames, cancellationToken);
            (_waiting, _next) = (_next, _waiting);
            _written += _frames;
            _frames = frames;
        }

        if (plan.OnlyChanged)
            captions.Reach(number + frames - 1, _ => _written);
    }
}
