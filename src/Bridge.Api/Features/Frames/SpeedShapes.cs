namespace Bridge.Api.Features.Frames;

/// <summary>A speed to set.</summary>
internal sealed record SpeedSetting(double? Speed);

/// <summary>The configured speed, and the frame of the reply.</summary>
internal sealed record SpeedResponse(double Speed, long Frame);
