using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: random numbers come from the seed.</summary>
internal static class Random
{
    public static System.Random Shared => Scheduler.Current.Chance;
}
