namespace Bridge.Architecture.Tests.Upward.Fleet;

/// <summary>Is used by a room below it, and uses none.</summary>
public sealed record Options;
