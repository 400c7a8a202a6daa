using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>Takes pictures in a size that models read well.</summary>
internal static class Snapshot
{
    private const int MaxScale = 4;

    /// <summary>
    /// Returns the scale of a picture; by default one that makes its sides longer than 200 pixels, below which models misread pictures.
    /// </summary>
    public static int ScaleOf(int? asked, EmulatorClient emulator) => asked is { } scale
        ? Parameters.InRange(scale, "scale", 1, MaxScale)
        : emulator.Status.Facts?.Platform == "GB" ? 3 : 2;

    /// <summary>Returns the scale of one picture of several: one less than alone, because half the size costs a quarter.</summary>
    public static int SmallScaleOf(EmulatorClient emulator) => ScaleOf(asked: null, emulator) - 1;

    /// <summary>Takes a picture of the current screen.</summary>
    /// <exception cref="EmulatorException">The emulator does not respond, or returned no picture.</exception>
    public static async Task<ReadOnlyMemory<byte>> TakeAsync(EmulatorClient emulator, int scale, CancellationToken cancellationToken)
    {
        using var picture = await emulator.LookAsync(cancellationToken);
        return PngWriter.Write(picture, scale);
    }
}
