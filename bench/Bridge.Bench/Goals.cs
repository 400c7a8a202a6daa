namespace Bridge.Bench;

/// <summary>What the project has set itself, beside what was seen.</summary>
internal sealed class Goals(Findings findings)
{
    private const double NativeSpeed = 59.7275;

    public void Write(LineWriter line)
    {
        line($"## Goals");
        line($"");
        line($"| goal | seen | |");
        line($"|---|---:|---|");
        foreach (var (goal, bound, seen, least) in All())
        {
            if (seen is { } number)
                line($"| {goal} {(least ? "≥" : "≤")} {bound} | {number:0.000} ",
                    $"| {((least ? number >= bound : number <= bound) ? "met" : "missed")} |");
        }

        line($"");
    }

    private IEnumerable<(string Goal, double Bound, double? Seen, bool Least)> All()
    {
        yield return Most("1 client, idle, p50 in ms", 0.10, Echo(1, Systems.Idle, load => load.P50));
        yield return Most("1 client, idle, p99 in ms", 1.0, Echo(1, Systems.Idle, load => load.P99));
        yield return Most("1 client, every, p50 in ms", 0.13, Echo(1, Systems.Every, load => load.P50));
        yield return Most("1 client, every, p99 in ms", 3, Echo(1, Systems.Every, load => load.P99));
        yield return Least("64 clients, idle, of the bare endpoint", 0.70, Against(64, Systems.Idle, Systems.Bare));
        yield return Least("64 clients, every, of the bare endpoint", 0.5, Against(64, Systems.Every, Systems.Bare));
        yield return Least("64 clients, idle, of the bare host", 0.70, Against(64, Systems.Idle, Systems.BareHost));
        yield return Least("64 clients, every, of the bare host", 0.5, Against(64, Systems.Every, Systems.BareHost));
        yield return Least("64 clients, idle, times the old pattern", 100, Against(64, Systems.Idle, Systems.Old));
        yield return Least("64 clients, every, times the old pattern", 100, Against(64, Systems.Every, Systems.Old));
        yield return Least($"{Work.BatchReads} reads as one batch, 1 client, idle, times as fast as single reads", 10,
            Work.BatchReads * findings.Rate(Work.Batch.Name, 1, Systems.Idle) / findings.Rate(Work.Read.Name, 1, Systems.Idle));
        yield return Most("errors in all our runs", 0, findings.Loads.Where(pair => IsOurs(pair.Key))
            .Sum(pair => pair.Value.Sum(sample => sample.Load.Errors)));
        yield return Most("the game's speed, worst row, percent off", 0.2,
            findings.Loads.Where(pair => IsOurs(pair.Key))
                .Max(pair => Math.Abs(pair.Value.Average(sample => sample.FramesPerSecond) / NativeSpeed - 1) * 100));
        yield return Most("random arrivals, idle, mean in ms", 0.5, Mean(Systems.Idle));
        yield return Most("random arrivals, every, mean in ms", 2, Mean(Systems.Every));
        yield return Most("random arrivals, shared, mean in ms", 6, Mean(Systems.Shared));
        foreach (var clients in new[] { 1, 64 })
        {
            yield return Most($"bytes allocated a request, {clients} clients, whole process", 1200, Bytes(clients, Systems.Idle));
            yield return Most($"bytes allocated a request, {clients} clients, ours", 128,
                Bytes(clients, Systems.Idle) - Bytes(clients, Systems.Bare));
        }

        yield return Most("an idle bridge, percent of a core", 0.5, findings.Idle?.Bridge);
        yield return Most("windows while nobody asks", 0, findings.Idle?.Windows);
    }

    private static (string, double, double?, bool) Most(string goal, double bound, double? seen) => (goal, bound, seen, false);

    private static (string, double, double?, bool) Least(string goal, double bound, double? seen) => (goal, bound, seen, true);

    private static bool IsOurs(Cell cell) => cell.System is not (Systems.Old or Systems.Bare or Systems.BareHost);

    private double? Echo(int clients, string system, Func<Load, double> select) =>
        findings.Of("echo", clients, system, sample => select(sample.Load));

    // Of each round's two neighbours, then the median: what slows the machine down slows both.
    private double? Against(int clients, string system, string other) =>
        findings.Loads.TryGetValue(new Cell("echo", clients, system), out var ours)
            && findings.Loads.TryGetValue(new Cell("echo", clients, other), out var theirs)
            ? Findings.Median(ours.Zip(theirs, (a, b) => a.Load.Rate / b.Load.Rate))
            : null;

    private double? Bytes(int clients, string system) => findings.Of("echo", clients, system, sample => sample.BytesPerRequest);

    private double? Mean(string system) => findings.Arrivals.TryGetValue(system, out var arrivals) ? arrivals.Times.Average() : null;
}
