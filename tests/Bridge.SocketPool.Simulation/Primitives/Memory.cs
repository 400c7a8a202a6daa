using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: other work may run, and write, just before a read.</summary>
internal static class Volatile
{
    public static T Read<T>(ref readonly T location)
    {
        Scheduler.Current.Interruption();
        return location;
    }

    public static void Write<T>(ref T location, T value)
    {
        Scheduler.Current.Interruption();
        location = value;
    }
}

/// <summary>Replaces .NET's atomic operations in the same way.</summary>
internal static class Interlocked
{
    public static T Exchange<T>(ref T location, T value)
    {
        Scheduler.Current.Interruption();
        var old = location;
        location = value;
        return old;
    }

    public static T CompareExchange<T>(ref T location, T value, T comparand)
    {
        Scheduler.Current.Interruption();
        var old = location;
        if (EqualityComparer<T>.Default.Equals(old, comparand))
            location = value;
        return old;
    }

    public static long Add(ref long location, long value)
    {
        Scheduler.Current.Interruption();
        return location += value;
    }

    public static long Increment(ref long location) => Add(ref location, 1);
}
