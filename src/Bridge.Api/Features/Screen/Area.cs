namespace Bridge.Api.Features.Screen;

/// <summary>A rectangle of pixels.</summary>
internal readonly record struct Area(int X, int Y, int Width, int Height)
{
    /// <summary>Gets its number of pixels.</summary>
    public int Size => Width * Height;
}
