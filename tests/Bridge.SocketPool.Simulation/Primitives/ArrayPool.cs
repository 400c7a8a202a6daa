using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Takes the place of .NET's: knows who hasn't given back what, and leaves nothing of use in what was given back.</summary>
internal static class ArrayPool<T>
{
    public static RentedBuffers Shared => Scheduler.Current.Buffers;
}
