namespace Bridge.Api.Features.Screen;

/// <summary>The size of a picture in pixels.</summary>
internal readonly record struct PictureSize(int Width, int Height)
{
    /// <summary>Gets the number of pixels.</summary>
    public int Area => Width * Height;
}
