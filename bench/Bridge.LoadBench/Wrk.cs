using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>One run of wrk: closed loop, each client sends its next request as soon as it is answered.</summary>
internal static class Wrk
{
    public static Task<Load> RunAsync(string url, int clients, double seconds, bool raw = false, string? body = null) =>
        RunAsync(url, clients, seconds, "wrk_report.lua",
            raw ? ["-H", "Accept: application/octet-stream"] : [], body is null ? [] : [body]);

    /// <summary>Sends requests in turn, the same ones again and again; without a body it is a GET.</summary>
    public static Task<Load> RunTurnsAsync(string address, int clients, double seconds, IEnumerable<(string Path, string? Body)> turns) =>
        RunAsync(address, clients, seconds, "wrk_turns.lua", [], [.. turns.SelectMany(turn => new[] { turn.Path, turn.Body ?? "" })]);

    private static async Task<Load> RunAsync(
        string url, int clients, double seconds, string script, string[] options, string[] scriptArguments)
    {
        string[] arguments =
        [
            "-t1", $"-c{clients}", string.Create(CultureInfo.InvariantCulture, $"-d{seconds:0}s"), "--timeout", "2s",
            "-s", RepositoryRoot.Combine("bench", "lua", script), .. options, url, "--", .. scriptArguments,
        ];
        using var wrk = Process.Start(new ProcessStartInfo("wrk", arguments) { RedirectStandardOutput = true })!;
        var output = await wrk.StandardOutput.ReadToEndAsync();
        await wrk.WaitForExitAsync();
        var line = output.Split('\n').LastOrDefault(line => line.StartsWith('{'))
            ?? throw new InvalidOperationException($"wrk said nothing of use about {url}: {output}");
        using var report = JsonDocument.Parse(line);
        double Number(string name) => report.RootElement.GetProperty(name).GetDouble();
        return new Load(
            (Number("requests") - Number("status")) / Number("microseconds") * 1e6, Number("p50") / 1000,
            Number("p99") / 1000, Number("max") / 1000,
            Number("requests"), (long)Number("status"), (long)Number("timeout"), (long)Number("socket"));
    }
}

/// <summary>The results of one run. Rate: good responses a second. Times in milliseconds.</summary>
internal sealed record Load(double Rate, double P50, double P99, double Max, double Requests, long Refused, long TimedOut, long Broken)
{
    public long Errors => Refused + TimedOut + Broken;
}
