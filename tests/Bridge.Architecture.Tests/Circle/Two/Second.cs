using Bridge.Architecture.Tests.Circle.One;

namespace Bridge.Architecture.Tests.Circle.Two;

/// <summary>Uses the other folder as the argument of a generic type.</summary>
public static class Second
{
    private static readonly List<Leaf> Leaves = [];

    public static int Count() => Leaves.Count;
}
