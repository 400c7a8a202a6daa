namespace Bridge.Api.Features.Sound;

/// <summary>How loud the sound of an emulator's stream is, 0 to 1.</summary>
internal sealed record SoundRequest(double? Volume = null);

/// <summary>How loud the sound of an emulator's stream is from now on.</summary>
internal sealed record SoundResponse(double Volume);
