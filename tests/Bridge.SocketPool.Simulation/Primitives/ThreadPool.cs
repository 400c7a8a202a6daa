using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Takes the place of .NET's: what is queued runs when the seed says.</summary>
internal static class ThreadPool
{
    public static void UnsafeQueueUserWorkItem(IThreadPoolWorkItem item, bool preferLocal) =>
        Scheduler.Current.Queue(static item => ((IThreadPoolWorkItem)item!).Execute(), item);
}
