using System.Collections.Concurrent;
using System.Net;
using System.Runtime.InteropServices;
using System.Text;

namespace Bridge.LoadBench;

/// <summary>
/// Sends requests at random times, whether or not the earlier ones are answered (open loop). Latency counts from the
/// moment a request was due. Uses blocking threads, because thread-pool workers spin for milliseconds after each
/// work item, on a core that the bridge or the emulator needs.
/// </summary>
internal static class Arrivals
{
    // Sleeps end up to 0.1 ms late. A thread that spins for long is descheduled just when its request is due.
    private const double SpinSeconds = 0.0003;
    private const double PatienceSeconds = 5;

    /// <returns>The latency of each request in ms, and the number of failed requests.</returns>
    public static Task<(List<double> Times, int Failed)> RunAsync(string address, string path, double rate, double seconds, int seed) =>
        Task.Factory.StartNew(
            () => Run(address, path, rate, seconds, seed), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static (List<double> Times, int Failed) Run(string address, string path, double rate, double seconds, int seed)
    {
        var uri = new Uri(address);
        var request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {uri.Authority}\r\n\r\n");
        var idle = new ConcurrentStack<ArrivingCaller>();
        var all = new List<ArrivingCaller>();
        for (var i = 0; i < 8; i++)
            idle.Push(Join());

        // Seeded: every system gets the same arrival times.
        var random = new Random(seed);
        var due = Clock.Now + 0.1;
        for (var end = due + seconds; due < end; due -= Math.Log(1 - random.NextDouble()) / rate)
        {
            Sleep(due - Clock.Now - SpinSeconds);
            var caller = idle.TryPop(out var one) ? one : Join();
            while (Clock.Now < due)
                Thread.SpinWait(20);
            caller.Ask(due, request);
        }

        for (var end = Clock.Now + PatienceSeconds; idle.Count < all.Count && Clock.Now < end;)
            Sleep(0.02);
        foreach (var caller in all)
            caller.Dispose();
        return ([.. all.SelectMany(caller => caller.Times)], all.Sum(caller => caller.Failed));

        ArrivingCaller Join()
        {
            var caller = new ArrivingCaller(new IPEndPoint(IPAddress.Loopback, uri.Port), idle);
            all.Add(caller);
            return caller;
        }
    }

    // Thread.Sleep counts whole milliseconds.
    private static void Sleep(double seconds)
    {
        if (seconds > 0)
            _ = SleepMicroseconds((uint)(seconds * 1e6));
    }

    [DllImport("libc", EntryPoint = "usleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SleepMicroseconds(uint microseconds);
}
