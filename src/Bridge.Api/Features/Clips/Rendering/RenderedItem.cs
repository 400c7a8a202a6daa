namespace Bridge.Api.Features.Clips.Rendering;

/// <summary>What <c>mgba-host --render</c> writes about a frame (docs/protocol/movies.md).</summary>
internal abstract record RenderedItem;

/// <summary>A picture. A pixel has four bytes: red, green, blue and an unused one.</summary>
/// <param name="Frame">The frame, from 1 on.</param>
/// <param name="Keys">The buttons that are down, as mGBA's bits.</param>
/// <param name="Width">The width in pixels.</param>
/// <param name="Height">The height in pixels.</param>
/// <param name="Pixels">The pixels, line by line from the top left, until the next item is read.</param>
internal sealed record RenderedPicture(long Frame, uint Keys, int Width, int Height, ReadOnlyMemory<byte> Pixels) : RenderedItem;

/// <summary>A picture that is the same as the one before.</summary>
internal sealed record SamePicture(long Frame, uint Keys) : RenderedItem;

/// <summary>The sound of a frame.</summary>
/// <param name="Samples">The samples, until the next item is read.</param>
internal sealed record RenderedSound(ReadOnlyMemory<byte> Samples) : RenderedItem;
