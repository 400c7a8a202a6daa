using Bridge.Api.Features.Clips.Drawing;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>Enlarges the pictures for another writer.</summary>
internal sealed class ScaledWriter(ClipWriter writer, int scale) : ClipWriter
{
    private Canvas? _large;

    public override int ReducedPictures => writer.ReducedPictures;

    public override ValueTask AddPictureAsync(Canvas canvas, int frames, CancellationToken cancellationToken)
    {
        _large ??= new Canvas(canvas.Width * scale, canvas.Height * scale);
        _large.Enlarge(canvas);
        return writer.AddPictureAsync(_large, frames, cancellationToken);
    }

    public override ValueTask FinishAsync(CancellationToken cancellationToken) => writer.FinishAsync(cancellationToken);

    public override ValueTask DisposeAsync() => writer.DisposeAsync();
}
