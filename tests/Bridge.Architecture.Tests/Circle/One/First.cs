using Bridge.Architecture.Tests.Circle.Two;

namespace Bridge.Architecture.Tests.Circle.One;

/// <summary>Uses the other folder only in the body of an asynchronous lambda, the dependency that is hardest to find.</summary>
public static class First
{
    public static Func<Task<int>> Count { get; } = async () =>
    {
        await Task.Yield();
        return Second.Count();
    };
}
