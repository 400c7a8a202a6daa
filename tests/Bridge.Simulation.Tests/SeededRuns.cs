using System.Collections.Concurrent;
using System.Globalization;
using System.Text;

namespace Bridge.Simulation.Tests;

/// <summary>Runs one simulation and returns the first violation, or null. Writes its log to <paramref name="log"/>, if given.</summary>
internal delegate string? SeededRun(int seed, int requests, StringBuilder? log);

/// <summary>Runs many seeds, on as many threads as there are processors. Each run has a thread of its own.</summary>
internal static class SeededRuns
{
    // Bytes. Run.With needs a large stack, because work that interrupts other work runs on top of it.
    private const int Stack = 64 * 1024 * 1024;

    /// <summary>Runs the seeds from <paramref name="first"/> on, until all are done or enough have failed.</summary>
    /// <returns>The violations by seed.</returns>
    public static IReadOnlyDictionary<int, string> Do(SeededRun run, int first, int count, int requests, int failures = int.MaxValue) =>
        Do(run, first, count, requests, failures, Environment.ProcessorCount);

    /// <summary>Searches for the first violation, on one processor.</summary>
    /// <returns>Its seed and the violation; null if there is none.</returns>
    public static (int Seed, string Violation)? Find(SeededRun run, int first, int count, int requests) =>
        Do(run, first, count, requests, failures: 1, processors: 1).Select(one => ((int, string)?)(one.Key, one.Value)).SingleOrDefault();

    private static ConcurrentDictionary<int, string> Do(SeededRun run, int first, int count, int requests, int failures, int processors)
    {
        var found = new ConcurrentDictionary<int, string>();
        var next = first - 1;
        var threads = Enumerable.Range(0, processors).Select(_ => new Thread(() =>
        {
            while (found.Count < failures && Interlocked.Increment(ref next) is var seed && seed < first + count)
            {
                if (run(seed, requests, null) is { } violation)
                    found[seed] = violation;
            }
        }, Stack)).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        return found;
    }

    /// <summary>Runs one seed.</summary>
    /// <returns>Its violation and its log.</returns>
    public static (string? Violation, string Log) Do(SeededRun run, int seed, int requests)
    {
        var log = new StringBuilder();
        string? violation = null;
        var thread = new Thread(() => violation = run(seed, requests, log), Stack);
        thread.Start();
        thread.Join();
        return (violation, log.ToString());
    }

    /// <summary>Reads a number from the environment.</summary>
    public static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : otherwise;
}
