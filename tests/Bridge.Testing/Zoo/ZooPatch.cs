namespace Bridge.Testing.Zoo;

/// <summary>The soft patch beside a ROM: the name of its file, and whether mGBA applies it.</summary>
public sealed record ZooPatch(string FileName, bool IsApplied);
