using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using System.Text.Json;
using Bridge.Testing;

namespace Bridge.LoadBench.Rates;

/// <summary>One run of k6 with a script of loadtest.</summary>
[SupportedOSPlatform("linux")]
internal static class K6
{
    // k6's exit code for a missed threshold, which is a result here and not an error.
    private const int NotHeld = 99;

    /// <param name="program">The path of k6.</param>
    /// <param name="load">The load to run.</param>
    /// <param name="address">The address of the bridge.</param>
    /// <param name="path">The path of an echo up to the message.</param>
    /// <param name="seconds">The duration.</param>
    public static async Task<RateRow> RunAsync(string program, RateLoad load, string address, string path, int seconds)
    {
        var results = Directory.CreateDirectory(RepositoryRoot.Combine("artifacts", "bench", "k6", load.Name));
        foreach (var old in results.EnumerateFiles())
            old.Delete();
        var start = new ProcessStartInfo(program, ["run", "--quiet", RepositoryRoot.Combine("loadtest", load.Script!)])
            { RedirectStandardOutput = true, RedirectStandardError = true };
        (string, string)[] environment =
        [
            ("BASE_URL", address), ("ECHO_PATH", path), ("RATE", $"{load.Rate}"), ("SIZE", $"{load.Size}"), ("DURATION", $"{seconds}s"),
            ("DURATION_SECONDS", $"{seconds}"), ("PATIENCE_SECONDS", $"{OpenLoop.PatienceSeconds}"),
            ("RESULTS", results.FullName), ("K6_NO_USAGE_REPORT", "true"),
        ];
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        using var k6 = Process.Start(start)!;
        var said = k6.StandardError.ReadToEndAsync();
        await k6.StandardOutput.ReadToEndAsync();
        await k6.WaitForExitAsync();
        if (k6.ExitCode is not (0 or NotHeld))
            throw new InvalidOperationException($"k6 ended with {k6.ExitCode} in {load.Name}: {await said}");
        using var summary = JsonDocument.Parse(await File.ReadAllTextAsync(results.EnumerateFiles("*.json").Single().FullName));
        return Read(load, summary.RootElement.GetProperty("metrics"));
    }

    private static RateRow Read(RateLoad load, JsonElement metrics)
    {
        double Value(string metric, string key) =>
            metrics.TryGetProperty(metric, out var found)
                && found.GetProperty("values").TryGetProperty(key, out var value) ? value.GetDouble() : 0;
        double Ms(string key) => Value("http_req_duration", key);
        return new RateRow(load.System, load.Load, load.Size, load.Rate, "k6", Value("http_reqs", "rate"),
            (long)Value("dropped_iterations", "count"),
            Value("checks", "rate"), (long)Value("guid_foreign", "count"), Ms("avg"), Ms("p(50)"), Ms("p(99)"), Ms("max"), Others: 0);
    }
}
