using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Screen;

/// <summary>A picture in the reply of an emulator, which owns the bytes. Disposing this returns only what decoding a PNG took.</summary>
internal sealed class TakenPicture : IDisposable
{
    private readonly ReadOnlyMemory<byte> _pixels;
    private readonly Picture? _decoded;
    private readonly bool _isResized;

    private TakenPicture(ReadOnlyMemory<byte> pixels, Picture? decoded, PictureSize size, bool isResized = false) =>
        (_pixels, _decoded, Size, _isResized) = (pixels, decoded, size, isResized);

    /// <summary>Gets the size of the game's picture.</summary>
    public PictureSize Size { get; }

    /// <summary>Reads the result of a picture operation, OWNED BY THE CALLER.</summary>
    /// <param name="result">The result.</param>
    /// <param name="asPixels">Whether it has pixels instead of a PNG.</param>
    /// <exception cref="EmulatorException">The result is not a picture.</exception>
    public static TakenPicture Of(BatchResult result, bool asPixels)
    {
        if (!asPixels)
        {
            var decoded = PngReader.Read(result.Payload, result.Frame);
            return new TakenPicture(pixels: default, decoded, new PictureSize(decoded.Width, decoded.Height));
        }

        var (width, height) = result.Size;
        ScreenCommands.CheckSize(width, height, result.Payload.Length);
        return new TakenPicture(result.Payload, decoded: null, new PictureSize((int)width, (int)height));
    }

    /// <summary>Reads the result of a picture operation whose pixels are in this form already.</summary>
    /// <exception cref="EmulatorException">The result is not such a picture.</exception>
    public static TakenPicture OfResized(BatchResult result, PictureForm form)
    {
        var (width, height) = result.Size;
        var size = new PictureSize((int)width, (int)height);
        return result.Payload.Length == form.Channels * form.SizeOf(size).Area
            ? new TakenPicture(result.Payload, decoded: null, size, isResized: true)
            : throw new EmulatorException(EmulatorFailure.ProtocolError, "The script sent a picture of another size.");
    }

    /// <summary>Returns a picture of pixels with four bytes, of which the fourth is ignored.</summary>
    public static TakenPicture OfPixels(ReadOnlyMemory<byte> pixels, PictureSize size) => new(pixels, decoded: null, size);

    /// <summary>Writes the pixels in this form. <paramref name="to"/> has exactly their length.</summary>
    public void Write(Span<byte> to, PictureForm form)
    {
        if (_isResized)
        {
            _pixels.Span.CopyTo(to);
            return;
        }

        var from = _decoded is null ? _pixels.Span : _decoded.Rgb;
        // Pixels of the emulator have four bytes, those of a decoded PNG three.
        BoxFilter.Resize(from, _decoded is null ? 4 : 3, Size, to, form.SizeOf(Size), form.IsGray);
    }

    /// <summary>Returns the picture as JSON has it.</summary>
    public ScreenTaken Describe(PictureForm form)
    {
        var size = form.SizeOf(Size);
        if (!form.IsRaw)
            return new ScreenTaken(size.Width, size.Height, form.IsGray, ToPng(form), Raw: null);
        var raw = new byte[form.Channels * size.Area];
        Write(raw, form);
        return new ScreenTaken(size.Width, size.Height, form.IsGray, Png: null, raw);
    }

    public void Dispose() => _decoded?.Dispose();

    // A gray PNG has three equal channels.
    private byte[] ToPng(PictureForm form)
    {
        // The writer repeats pixels itself, which is cheaper.
        var unscaled = form with { Scale = 1 };
        var size = unscaled.SizeOf(Size);
        using var picture = new Picture(size.Width, size.Height, frame: 0);
        var rgb = picture.Rgb;
        Write(form.IsGray ? rgb[..size.Area] : rgb, unscaled);
        // Backwards, so that no gray byte is overwritten before it is read.
        for (var pixel = form.IsGray ? size.Area - 1 : -1; pixel >= 0; pixel--)
            rgb.Slice(3 * pixel, 3).Fill(rgb[pixel]);
        return PngWriter.Write(picture, form.Fixed is null ? form.Scale : 1).ToArray();
    }
}
