namespace Bridge.LoadBench;

/// <summary>A row of the closed loop.</summary>
internal readonly record struct Cell(string Work, int Clients, string System);

/// <summary>What one round measured of a row; 0 bytes where the allocation was not measured.</summary>
internal sealed record Sample(Load Load, double FramesPerSecond, double BytesPerRequest);

/// <summary>A row of the lone client: the load beside it, and the system.</summary>
internal readonly record struct FairnessCell(string Beside, string System);

/// <summary>All measurements.</summary>
internal sealed class Results
{
    public Dictionary<Cell, List<Sample>> Loads { get; } = [];

    public Dictionary<string, (List<double> Times, int Failed, List<double> Speeds)> Arrivals { get; } = [];

    public Dictionary<FairnessCell, List<(Load Alone, double FramesPerSecond)>> Fairness { get; } = [];

    public IdleCost? Idle { get; set; }

    public static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[sorted.Length / 2 - 1] + sorted[sorted.Length / 2]) / 2;
    }

    public static double Percentile(IReadOnlyCollection<double> values, double percent) =>
        values.Order().ElementAt(Math.Min(values.Count - 1, (int)Math.Ceiling(values.Count * percent / 100) - 1));

    public double? Rate(string work, int clients, string system) => Of(work, clients, system, sample => sample.Load.Rate);

    /// <summary>Returns the median over the rounds; null if it was not measured.</summary>
    public double? Of(string work, int clients, string system, Func<Sample, double> select) =>
        Loads.TryGetValue(new Cell(work, clients, system), out var samples) ? Median(samples.Select(select)) : null;
}

/// <summary>The cost of an emulator without requests: percent of a core, and windows that the script opened.</summary>
internal sealed record IdleCost(double Bridge, double HostWithBridge, double HostAlone, long Windows, double Seconds);
