using System.Collections.Concurrent;
using System.Runtime.InteropServices;

namespace Bridge.Api.Features.Clips;

/// <summary>Runs the work on clips in threads of its own with the lowest priority, so that games and other requests go first.</summary>
internal sealed partial class RenderThreads : TaskScheduler, IDisposable
{
    // setpriority(2): Linux knows a priority for each thread; who 0 is the calling one. Lower ones have larger numbers.
    private const int Process = 0, Lowest = 19;

    private readonly BlockingCollection<Task> _tasks = [];

    /// <summary>Starts the threads.</summary>
    /// <param name="options">Its Renders is the number of threads.</param>
    public RenderThreads(ClipOptions options)
    {
        MaximumConcurrencyLevel = options.Renders;
        for (var i = 0; i < options.Renders; i++)
            new Thread(Work) { IsBackground = true, Name = "render", Priority = ThreadPriority.Lowest }.Start();
    }

    public override int MaximumConcurrencyLevel { get; }

    /// <summary>Runs asynchronous work whose parts all run in these threads.</summary>
    public Task<T> RunAsync<T>(Func<Task<T>> work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.DenyChildAttach, this).Unwrap();

    /// <summary>Ends the threads. Work that is left, like ending processes, goes on in the thread pool.</summary>
    public void Dispose() => _tasks.CompleteAdding();

    protected override void QueueTask(Task task)
    {
        try
        {
            _tasks.Add(task);
        }
        catch (InvalidOperationException)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ => TryExecuteTask(task), null);
        }
    }

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

    protected override IEnumerable<Task> GetScheduledTasks() => _tasks;

    private void Work()
    {
        // .NET ignores the priority of a thread on Linux.
        if (OperatingSystem.IsLinux())
            _ = SetPriority(Process, 0, Lowest);
        foreach (var task in _tasks.GetConsumingEnumerable())
            TryExecuteTask(task);
    }

    [LibraryImport("libc", EntryPoint = "setpriority")]
    private static partial int SetPriority(int which, uint who, int priority);
}
