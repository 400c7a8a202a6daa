using System.Globalization;
using Bridge.Api.Features.Clips;

namespace Bridge.Api.Tests.Features.Clips;

public sealed class RenderThreadsTests
{
    [Fact]
    public async Task All_parts_of_the_work_run_in_its_threads_with_the_lowest_priority()
    {
        using var threads = new RenderThreads(new ClipOptions { Renders = 2 });

        var seen = await threads.RunAsync(async () =>
        {
            var before = CurrentThread();
            await Task.Yield();
            return (before, CurrentThread());
        });

        var expected = ("render", OperatingSystem.IsLinux() ? 19 : (int?)null);
        Assert.Equal((expected, expected), seen);
        Assert.NotEqual(expected, CurrentThread());
    }

    [Fact]
    public async Task Work_that_is_left_at_the_end_goes_on_elsewhere()
    {
        var threads = new RenderThreads(new ClipOptions { Renders = 1 });
        var last = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var work = threads.RunAsync(async () =>
        {
            await last.Task;
            await Task.Yield();
            return Thread.CurrentThread.Name;
        });

        threads.Dispose();
        last.SetResult();

        Assert.NotEqual("render", await work);
    }

    [Fact]
    public async Task A_failure_reaches_the_caller()
    {
        using var threads = new RenderThreads(new ClipOptions { Renders = 1 });

        await Assert.ThrowsAsync<InvalidDataException>(() => threads.RunAsync<int>(async () =>
        {
            await Task.Yield();
            throw new InvalidDataException();
        }));
        Assert.Equal(3, await threads.RunAsync(() => Task.FromResult(3)));
    }

    private static (string? Name, int? Nice) CurrentThread() => (Thread.CurrentThread.Name, OperatingSystem.IsLinux() ? Nice() : null);

    // The thread's nice value: proc_pid_stat(5), the 17th value after the name in parentheses.
    private static int Nice() => int.Parse(
        File.ReadAllText("/proc/thread-self/stat").Split(") ")[^1].Split(' ')[16], CultureInfo.InvariantCulture);
}
