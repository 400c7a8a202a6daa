using System.Globalization;
using System.Runtime.Versioning;
using System.Text.Json;
using Bridge.Testing;

namespace Bridge.LoadBench.Rates;

/// <summary>
/// Measures the bridge and the exclusive-socket pattern at given rates, each row from a cold start, and saves the results for the report.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class RateRun
{
    private const string OursPath = "/mgbaendpoint?message=";

    private static readonly string Folder = RepositoryRoot.Combine("artifacts", "bench", "rates");

    /// <param name="parts">Prefixes of the load names to measure; empty: all loads.</param>
    public static async Task RunAsync(string[] parts)
    {
        var k6 = Environment.GetEnvironmentVariable("K6")
            ?? throw new InvalidOperationException("K6 has to name the program; loadtest/rates.sh does that.");
        var seconds = Environment.GetEnvironmentVariable("ROW_SECONDS");
        Directory.CreateDirectory(Folder);
        foreach (var load in RateLoad.All.Where(load => parts.Length == 0 || Array.Exists(parts, load.Name.StartsWith)))
        {
            var disturbance = new BackgroundLoad();
            var row = await MeasureAsync(k6, load, seconds is null ? load.Seconds : int.Parse(seconds, CultureInfo.InvariantCulture));
            row = row with { Others = disturbance.Cores };
            await File.WriteAllTextAsync(Path.Combine(Folder, $"{load.Name}.json"), JsonSerializer.Serialize(row));
            await Console.Error.WriteLineAsync(InvariantText.Join(
                $"{load.Name}: got {row.Got:0.0}/s dropped {row.Dropped} right {100 * row.Success:0.00} % mean ",
                $"{row.Mean:0.00} p50 {row.P50:0.00} p99 {row.P99:0.0} max {row.Max:0.0}, others {row.Others:0.00}"));
        }
    }

    /// <summary>Loads the results so far, in the order of the loads.</summary>
    public static List<RateRow> Load() =>
        [.. RateLoad.All.Select(load => Path.Combine(Folder, $"{load.Name}.json")).Where(File.Exists)
            .Select(file => JsonSerializer.Deserialize<RateRow>(File.ReadAllText(file))!)];

    private static async Task<RateRow> MeasureAsync(string k6, RateLoad load, int seconds)
    {
        var isOld = load.System == RateRow.Old;
        // Without the compared paths, whose compilation would delay the first requests.
        using var system = new SystemUnderTest($"rates {load.System}", idle: true, "shared", isCompared: isOld);
        await system.BeginAsync();
        using var old = isOld ? await Emulator.StartOldAsync() : null;
        var path = old is null ? OursPath : $"/old?port={old.Port}&message=";
        if (load.Script is not null)
            return await K6.RunAsync(k6, load, system.Address, path, seconds);
        using var loop = new OpenLoop(load, system.Address, path, seconds);
        return loop.Run();
    }
}
