namespace Bridge.Architecture.Tests.Circle.One;

public sealed class Leaf;
