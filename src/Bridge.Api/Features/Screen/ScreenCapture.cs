using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Screen;

/// <summary>Takes pictures in the cheapest way that the emulator offers.</summary>
internal static class ScreenCapture
{
    /// <summary>Returns the current screen as the game drew it, OWNED BY THE CALLER.</summary>
    /// <exception cref="EmulatorException">The emulator does not respond, or returned no picture.</exception>
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

    /// <summary>
    /// Returns the current screen as people see it, with messages to the player if the emulator draws them, OWNED BY THE CALLER.
    /// </summary>
    /// <exception cref="EmulatorException">The emulator does not respond, or returned no picture.</exception>
    public static async Task<Picture> LookAsAPersonAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (emulator.Status.Facts?.Capabilities.Contains(MessageCommands.Messages) != true)
            return await emulator.LookAsync(cancellationToken);
        var (pixels, width, height) = await emulator.TakeShownPixelsAsync(cancellationToken);
        using (pixels)
            return Picture.FromPixels(pixels.Payload.Span, width, height, pixels.Frame);
    }

    /// <summary>Returns whether the emulator can return pixels; any emulator can return PNGs.</summary>
    public static bool HasPixels(this EmulatorClient emulator) =>
        emulator.Status.Facts?.Capabilities.Contains(ScreenCommands.Pixels) == true;

    /// <summary>
    /// Returns whether the emulator can return a picture of this form as pixels at its size, which are far fewer bytes than the game's.
    /// </summary>
    public static bool Resizes(this EmulatorClient emulator, PictureForm form) =>
        form.Fixed is { Width: <= ScreenCommands.MaxResizedWidth, Height: <= ScreenCommands.MaxResizedHeight }
        && emulator.Status.Facts?.Capabilities.Contains(ScreenCommands.Resize) == true;

    /// <summary>Returns the picture of <see cref="EmulatorBatch.TakePixels()"/>, OWNED BY THE CALLER.</summary>
    /// <exception cref="EmulatorException">The result is not a picture.</exception>
    public static Picture FromBatch(BatchResult result)
    {
        var (width, height) = result.Size;
        ScreenCommands.CheckSize(width, height, result.Payload.Length);
        return Picture.FromPixels(result.Payload.Span, (int)width, (int)height, result.Frame);
    }
}
