using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: the seed decides when queued work runs.</summary>
internal static class ThreadPool
{
    public static void UnsafeQueueUserWorkItem(IThreadPoolWorkItem item, bool preferLocal) =>
        Scheduler.Current.Queue(static item => ((IThreadPoolWorkItem)item!).Execute(), item);
}
