namespace Bridge.Api.Features.Clips.Captions;

/// <summary>A text that a clip shows for a while.</summary>
/// <param name="Begin">The frames of the clip before it.</param>
/// <param name="End">The frames of the clip until it is gone.</param>
/// <param name="Text">The text, perhaps of more than one line.</param>
internal readonly record struct Caption(long Begin, long End, string Text);
