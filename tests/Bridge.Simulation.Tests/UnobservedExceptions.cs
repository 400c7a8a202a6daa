using System.Collections.Concurrent;

namespace Bridge.Simulation.Tests;

/// <summary>Collects unobserved task exceptions from its construction on.</summary>
internal sealed class UnobservedExceptions : IDisposable
{
    private readonly ConcurrentQueue<Exception> _seen = new();

    public UnobservedExceptions()
    {
        FinalizeAll();
        TaskScheduler.UnobservedTaskException += Note;
    }

    public IReadOnlyCollection<Exception> Collect()
    {
        FinalizeAll();
        return _seen;
    }

    public void Dispose() => TaskScheduler.UnobservedTaskException -= Note;

    private void Note(object? sender, UnobservedTaskExceptionEventArgs unobserved) => _seen.Enqueue(unobserved.Exception);

    private static void FinalizeAll()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
