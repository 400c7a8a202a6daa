namespace Bridge.Architecture.Tests.Upward.Fleet.Etcd;

/// <summary>Uses the folder that it is in.</summary>
public sealed record Client(Options Options);
