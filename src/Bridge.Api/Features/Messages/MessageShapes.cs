namespace Bridge.Api.Features.Messages;

/// <summary>A message to the player, and for how many frames it stays.</summary>
internal sealed record MessageRequest(string? Text = null, int? Frames = null);

/// <summary>A message to the player that stays for Frames from the frame number Frame on. Drawn: the pictures have it.</summary>
internal sealed record MessageResponse(string Text, int Frames, bool Drawn, long Frame);
