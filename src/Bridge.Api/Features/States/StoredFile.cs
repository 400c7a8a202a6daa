namespace Bridge.Api.Features.States;

/// <summary>A file: its name, its size in bytes, and when it was saved.</summary>
internal sealed record StoredFile(string Name, long Size, DateTimeOffset SavedAt);
