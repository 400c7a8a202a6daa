using Bridge.Api.Features.Clips.Captions;

namespace Bridge.Api.Features.Clips.Model;

/// <summary>What the file of a clip has.</summary>
/// <param name="ReducedPictures">The number of pictures with colors that are not exact.</param>
/// <param name="Captions">The notes and their times.</param>
internal sealed record ClipContent(int ReducedPictures, IReadOnlyList<Caption> Captions);
