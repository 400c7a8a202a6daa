using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Frames;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>Writes a clip into a file.</summary>
internal abstract class ClipWriter : IAsyncDisposable
{
    /// <summary>Adds a picture, which differs from the one before it.</summary>
    /// <param name="canvas">The picture. It is not kept.</param>
    /// <param name="frames">The frames for which it is shown, at <see cref="FrameTime.FramesPerSecond"/>.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public virtual ValueTask AddPictureAsync(Canvas canvas, int frames, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Adds sound: 16-bit samples of 32,768 Hz, little-endian, left and right.</summary>
    /// <param name="samples">The samples. They are not kept.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public virtual ValueTask AddSoundAsync(ReadOnlyMemory<byte> samples, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Writes what is missing.</summary>
    public abstract ValueTask FinishAsync(CancellationToken cancellationToken);

    /// <summary>Gets the number of pictures with colors that are not exact.</summary>
    public virtual int ReducedPictures => 0;

    public abstract ValueTask DisposeAsync();
}
