using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Takes the place of .NET's: chance comes from the seed.</summary>
internal static class Random
{
    public static System.Random Shared => Scheduler.Current.Chance;
}
