using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Screen;

/// <summary>The form in which a response carries a picture.</summary>
/// <param name="Scale">Pixels for each pixel of the game, in both directions; ignored with a fixed size.</param>
/// <param name="Fixed">The size; null: the game's, times the scale.</param>
/// <param name="IsGray">Whether a pixel is one byte instead of three.</param>
/// <param name="IsRaw">Whether the response has the bytes of the pixels instead of a PNG.</param>
internal sealed record PictureForm(int Scale, PictureSize? Fixed, bool IsGray, bool IsRaw)
{
    /// <summary>Max bytes of all pictures in a response, as pixels.</summary>
    public const int MaxBytes = 16 * 1024 * 1024;

    /// <summary>Max width and height.</summary>
    public const int MaxSide = 1024;

    // A Super Game Boy's picture with its border is the largest.
    private static readonly PictureSize Largest = new(256, 224);

    /// <summary>Gets the bytes of a pixel.</summary>
    public int Channels => IsGray ? 1 : 3;

    /// <summary>Reads the member <c>screen</c> of a body.</summary>
    /// <param name="request">The member.</param>
    /// <param name="pictures">The number of pictures in the response.</param>
    /// <param name="isBinary">Whether the response is binary, and so must have raw pictures.</param>
    /// <exception cref="RequestException">A member is invalid, or the pictures are too large together.</exception>
    public static PictureForm Read(ScreenRequest request, int pictures = 1, bool isBinary = false)
    {
        try
        {
            var form = Read(request, isBinary);
            var size = form.SizeOf(Largest);
            return (long)pictures * form.Channels * size.Area is > MaxBytes and var bytes
                ? throw new RequestException(ProblemTypes.InvalidParameter, FormattableString.Invariant(
                    $"scale must be so small that all pictures have at most {MaxBytes:N0} bytes; they may have {bytes:N0}."), "scale")
                : form;
        }
        catch (RequestException refused)
        {
            throw refused.Of("screen");
        }
    }

    /// <summary>Returns the size of a picture of the game's size <paramref name="game"/>.</summary>
    public PictureSize SizeOf(PictureSize game) => Fixed ?? new PictureSize(Scale * game.Width, Scale * game.Height);

    private static PictureForm Read(ScreenRequest request, bool isBinary)
    {
        if (request.Scale is not null && (request.Width ?? request.Height) is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "scale can't be combined with width and height.", "scale");
        if (request is { Width: null, Height: not null })
            throw Parameters.Missing("width", "the width in pixels, because height is given");
        if (request is { Width: not null, Height: null })
            throw Parameters.Missing("height", "the height in pixels, because width is given");
        if (request.Format is { } format && !ScreenRules.Format.Accepts(format))
            throw Parameters.Refuse("format", format, "png or raw");
        if (isBinary && request.Format == "png")
            throw Parameters.Refuse("format", "png", "raw in a binary response");
        return new PictureForm(
            ScreenEndpoints.Scale.Of(request.Scale),
            request is { Width: { } width, Height: { } height }
                ? new PictureSize(ScreenRules.Width.Check(width), ScreenRules.Height.Check(height))
                : null,
            request.Gray ?? false, isBinary || request.Format == "raw");
    }
}
