using Bridge.SocketPool.Simulation;

// In this place the compiler finds it for the lock statement.
namespace System.Threading;

/// <summary>Takes the place of .NET's: others may come before it is taken and after it is let go, and nobody while it is held.</summary>
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
        public void Dispose() => scheduler.LetGoLock();
    }
}
