namespace Bridge.Api.Features.Emulators;

/// <summary>A line for the console; level defaults to info.</summary>
internal sealed record ConsoleLine(string? Message, string? Level = null);
