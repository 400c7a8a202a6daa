using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Bridge.LoadBench.Weight;

/// <summary>Sends requests with ab (Debian's apache2-utils), 25 at a time.</summary>
internal static partial class ApacheBench
{
    // A closed connection's port is blocked for a minute; without keep-alive one address has too few ports.
    private const int Addresses = 4;

    /// <returns>Requests a second.</returns>
    /// <exception cref="InvalidOperationException">A response was not 200.</exception>
    public static async Task<double> RunAsync(string url, int requests, bool isKeptAlive)
    {
        if (isKeptAlive)
            return await RunAsync(["-q", "-k", "-c", "25", "-n", $"{requests}", url]);
        var rates = new List<double>();
        for (var i = 0; i < Addresses; i++)
            rates.Add(await RunAsync(["-q", "-c", "25", "-n", $"{requests / Addresses}", "-B", $"127.0.0.{2 + i}", url]));
        return rates.Average();
    }

    private static async Task<double> RunAsync(string[] arguments)
    {
        using var ab = Process.Start(new ProcessStartInfo("ab", arguments) { RedirectStandardOutput = true })!;
        var output = await ab.StandardOutput.ReadToEndAsync();
        await ab.WaitForExitAsync();
        var rate = RatePattern().Match(output);
        if (!rate.Success || !FailedPattern().IsMatch(output) || output.Contains("Non-2xx", StringComparison.Ordinal))
            throw new InvalidOperationException($"ab {string.Join(' ', arguments)}: {output}");
        return double.Parse(rate.Groups[1].Value, CultureInfo.InvariantCulture);
    }

    [GeneratedRegex(@"Requests per second:\s+([\d.]+)")]
    private static partial Regex RatePattern();

    [GeneratedRegex(@"Failed requests:\s+0\b")]
    private static partial Regex FailedPattern();
}
