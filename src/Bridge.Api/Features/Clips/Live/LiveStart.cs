using Bridge.Api.Features.Clips.Rendering;

namespace Bridge.Api.Features.Clips.Live;

/// <summary>The beginning of a recording.</summary>
/// <param name="Number">The number of its first frame.</param>
/// <param name="Frames">The frames that it is to have.</param>
/// <param name="Picture">The picture of the first frame, which counts as 1.</param>
internal sealed record LiveStart(long Number, int Frames, RenderedPicture Picture);
