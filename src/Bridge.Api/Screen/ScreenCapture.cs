using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Screen;

/// <summary>Takes pictures in the way that costs the emulator least.</summary>
internal static class ScreenCapture
{
    /// <summary>The screen as it is, OWNED BY THE CALLER.</summary>
    /// <exception cref="EmulatorException">The emulator can't be asked, or gave no picture.</exception>
    public static async Task<Picture> LookAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (!emulator.HasPixels())
        {
            using var png = await emulator.TakePictureAsync(cancellationToken);
            return PngReader.Read(png.Payload, png.Frame);
        }

        var (pixels, width, height) = await emulator.TakePixelsAsync(cancellationToken);
        using (pixels)
            return Picture.FromPixels(pixels.Payload.Span, width, height, pixels.Frame);
    }

    /// <summary>Whether it gives pixels; any emulator gives PNGs.</summary>
    public static bool HasPixels(this EmulatorClient emulator) =>
        emulator.Status.Facts?.Capabilities.Contains(ScreenCommands.Pixels) == true;

    /// <summary>The picture that <see cref="EmulatorBatch.TakePixels"/> took, OWNED BY THE CALLER.</summary>
    /// <exception cref="EmulatorException">It is none.</exception>
    public static Picture FromBatch(BatchResult result)
    {
        var (width, height) = result.Size;
        ScreenCommands.CheckSize(width, height, result.Payload.Length);
        return Picture.FromPixels(result.Payload.Span, (int)width, (int)height, result.Frame);
    }
}
