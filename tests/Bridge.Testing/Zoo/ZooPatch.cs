namespace Bridge.Testing.Zoo;

/// <summary>The soft patch beside a ROM: its file's name, and whether mGBA applies it.</summary>
public sealed record ZooPatch(string File, bool IsApplied);
