namespace Bridge.Api.Events;

/// <summary>Events, as the settings say.</summary>
/// <param name="MaxStreams">Streams of each emulator's events at a time.</param>
internal sealed record EventOptions(int MaxStreams);
