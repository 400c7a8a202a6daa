namespace Bridge.Architecture.Tests.Downward.Fleet.Etcd;

public sealed record Client;
