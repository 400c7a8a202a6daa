using System.Collections.Concurrent;

namespace Bridge.Simulation.Tests;

/// <summary>Exceptions of tasks that nobody has looked at, from its making on.</summary>
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
