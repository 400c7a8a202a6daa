using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips.Model;

/// <summary>How a clip is made.</summary>
/// <param name="Format">Its format.</param>
/// <param name="Every">The frames from one picture to the next.</param>
/// <param name="Scale">The width and height of each pixel of the game.</param>
internal sealed record ClipPlan(ClipFormat Format, int Every, int Scale)
{
    /// <summary>Gets the part of the pictures that it shows; null: all.</summary>
    public Area? Crop { get; init; }

    /// <summary>Gets whether it has sound.</summary>
    public bool HasSound { get; init; }

    /// <summary>Gets what it shows over the pictures; null: nothing.</summary>
    public Overlay? Overlay { get; init; }

    /// <summary>Gets whether it leaves out the time in which the picture stays the same.</summary>
    public bool OnlyChanged { get; init; }
}
