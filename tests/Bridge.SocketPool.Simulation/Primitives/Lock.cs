using Bridge.SocketPool.Simulation;

// The lock statement requires this namespace.
namespace System.Threading;

/// <summary>Replaces .NET's type: other work may run before the lock is taken and after it is released, not meanwhile.</summary>
internal sealed class Lock
{
    private readonly Scheduler _scheduler = Scheduler.Current;

    public Scope EnterScope()
    {
        _scheduler.TakeLock();
        return new Scope(_scheduler);
    }

    public readonly ref struct Scope(Scheduler scheduler)
    {
        public void Dispose() => scheduler.ReleaseLock();
    }
}
