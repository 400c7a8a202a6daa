namespace Bridge.LoadBench;

/// <summary>Compares the project's goals with the measurements.</summary>
internal sealed class Goals(Results results)
{
    private const double NativeSpeed = 59.7275;

    public void Write(LineWriter line)
    {
        line($"## Goals");
        line($"");
        line($"| goal | seen | |");
        line($"|---|---:|---|");
        foreach (var (goal, bound, seen, isMinimum) in All())
        {
            if (seen is { } number)
                line($"| {goal} {(isMinimum ? "≥" : "≤")} {bound} | {number:0.000} ",
                    $"| {((isMinimum ? number >= bound : number <= bound) ? "met" : "missed")} |");
        }

        line($"");
    }

    private IEnumerable<(string Goal, double Bound, double? Seen, bool IsMinimum)> All()
    {
        yield return Maximum("1 client, idle, p50 in ms", 0.10, Echo(1, Systems.Idle, load => load.P50));
        yield return Maximum("1 client, idle, p99 in ms", 1.0, Echo(1, Systems.Idle, load => load.P99));
        yield return Maximum("1 client, every, p50 in ms", 0.13, Echo(1, Systems.Every, load => load.P50));
        yield return Maximum("1 client, every, p99 in ms", 3, Echo(1, Systems.Every, load => load.P99));
        yield return Minimum("64 clients, idle, of the bare endpoint", 0.70, Against(64, Systems.Idle, Systems.Bare));
        yield return Minimum("64 clients, every, of the bare endpoint", 0.5, Against(64, Systems.Every, Systems.Bare));
        yield return Minimum("64 clients, idle, of the bare host", 0.70, Against(64, Systems.Idle, Systems.BareHost));
        yield return Minimum("64 clients, every, of the bare host", 0.5, Against(64, Systems.Every, Systems.BareHost));
        yield return Minimum("64 clients, idle, times the old pattern", 100, Against(64, Systems.Idle, Systems.Old));
        yield return Minimum("64 clients, every, times the old pattern", 100, Against(64, Systems.Every, Systems.Old));
        yield return Minimum($"{Work.BatchReads} reads as one batch, 1 client, idle, times as fast as single reads", 10,
            Work.BatchReads * results.Rate(Work.Batch.Name, 1, Systems.Idle) / results.Rate(Work.Read.Name, 1, Systems.Idle));
        yield return Maximum("errors in all our runs", 0, results.Loads.Where(pair => IsOurs(pair.Key))
            .Sum(pair => pair.Value.Sum(sample => sample.Load.Errors)));
        yield return Maximum("the game's speed, worst row, percent off", 0.2,
            results.Loads.Where(pair => IsOurs(pair.Key))
                .Max(pair => Math.Abs(pair.Value.Average(sample => sample.FramesPerSecond) / NativeSpeed - 1) * 100));
        yield return Maximum("random arrivals, idle, mean in ms", 0.5, Mean(Systems.Idle));
        yield return Maximum("random arrivals, every, mean in ms", 2, Mean(Systems.Every));
        yield return Maximum("random arrivals, shared, mean in ms", 6, Mean(Systems.Shared));
        foreach (var clients in new[] { 1, 64 })
        {
            yield return Maximum($"bytes allocated a request, {clients} clients, whole process", 1200, Bytes(clients, Systems.Idle));
            yield return Maximum($"bytes allocated a request, {clients} clients, ours", 128,
                Bytes(clients, Systems.Idle) - Bytes(clients, Systems.Bare));
        }

        yield return Maximum("an idle bridge, percent of a core", 0.5, results.Idle?.Bridge);
        yield return Maximum("windows while nobody asks", 0, results.Idle?.Windows);
    }

    private static (string, double, double?, bool) Maximum(string goal, double bound, double? seen) => (goal, bound, seen, false);

    private static (string, double, double?, bool) Minimum(string goal, double bound, double? seen) => (goal, bound, seen, true);

    private static bool IsOurs(Cell cell) => cell.System is not (Systems.Old or Systems.Bare or Systems.BareHost);

    private double? Echo(int clients, string system, Func<Load, double> select) =>
        results.Of("echo", clients, system, sample => select(sample.Load));

    // The ratio within each round, then the median: a slow moment of the machine affects both sides of a ratio.
    private double? Against(int clients, string system, string other) =>
        results.Loads.TryGetValue(new Cell("echo", clients, system), out var ours)
            && results.Loads.TryGetValue(new Cell("echo", clients, other), out var theirs)
            ? Results.Median(ours.Zip(theirs, (a, b) => a.Load.Rate / b.Load.Rate))
            : null;

    private double? Bytes(int clients, string system) => results.Of("echo", clients, system, sample => sample.BytesPerRequest);

    private double? Mean(string system) => results.Arrivals.TryGetValue(system, out var arrivals) ? arrivals.Times.Average() : null;
}
