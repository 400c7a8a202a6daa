using Bridge.Architecture.Tests.Downward.Fleet.Etcd;

namespace Bridge.Architecture.Tests.Downward.Fleet;

/// <summary>Uses a folder in its own one.</summary>
public sealed record Setup(Client Client);
