using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: tracks rented arrays, and overwrites returned ones.</summary>
internal static class ArrayPool<T>
{
    public static RentedBuffers Shared => Scheduler.Current.Buffers;
}
