using Bridge.Architecture.Tests.Nested.Fleet.Creating;

namespace Bridge.Architecture.Tests.Nested.Fleet.Membership;

/// <summary>Uses the folder that uses this one.</summary>
public sealed record Member(IReadOnlyList<Creation> Creations);
