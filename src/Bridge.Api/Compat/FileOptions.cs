namespace Bridge.Api.Compat;

/// <summary>The routes that take a path, as the settings say.</summary>
/// <param name="Folder">The folder in which they work; null: they are off.</param>
/// <param name="Quota">Files that it may have before nothing new is written.</param>
internal sealed record FileOptions(string? Folder, int Quota);
