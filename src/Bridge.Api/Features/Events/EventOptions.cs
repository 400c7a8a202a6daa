namespace Bridge.Api.Features.Events;

/// <summary>Settings of event streams.</summary>
/// <param name="MaxStreams">Max concurrent event streams for each emulator.</param>
internal sealed record EventOptions(int MaxStreams);
