using Bridge.Architecture.Tests.Nested.Fleet.Membership;

namespace Bridge.Architecture.Tests.Nested.Fleet.Creating;

/// <summary>Uses the folder that uses this one.</summary>
public sealed record Creation(Member Host);
