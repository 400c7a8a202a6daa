namespace Bridge.Api.Features.Frames;

/// <summary>A speed to set, for good or until its lease ends.</summary>
internal sealed record SpeedSetting(double? Speed, int? LeaseMilliseconds = null);

/// <summary>The configured speed, and the frame of the reply.</summary>
internal sealed record SpeedResponse(double Speed, long Frame);
