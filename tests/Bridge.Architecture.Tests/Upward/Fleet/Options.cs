namespace Bridge.Architecture.Tests.Upward.Fleet;

/// <summary>Is used by a folder below it, and uses none.</summary>
public sealed record Options;
