using System.Globalization;
using System.Runtime.Versioning;
using System.Text.Json;

namespace Bridge.LoadBench.Overload;

/// <summary>Sends far more requests than an emulator can serve; measures throughput, refusals, and the state afterwards.</summary>
/// <remarks>
/// The emulator is called by the stock callback and serves requests once a frame, as in a user's window.
/// Its throughput is therefore limited by the frames, and not by the two cores, which the load generator shares.
/// </remarks>
[SupportedOSPlatform("linux")]
internal static class OverloadRun
{
    private const int Times = 10;
    private const int Dribblers = 5000;
    private const int SlowReaders = 50;
    private const int PeakClients = 24;
    private const double PeakSeconds = 10;
    private const double WarmUpSeconds = 5;
    private const double EchoesASecond = 30;
    private const int RecoverySeconds = 60;
    // The limits that must hold: goodput of the peak, the 99th percentile until a refusal, and memory of that before.
    private const double MinPeakRatio = 0.95;
    private const double MaxMilliseconds = 20;
    private const double MaxMemoryRatio = 1.25;

    /// <returns>Whether every limit held.</returns>
    public static async Task<bool> RunAsync(double seconds)
    {
        var disturbance = new BackgroundLoad();
        bool held;
        using (var system = new SystemUnderTest("overload", idle: false, "every", isCompared: false))
        {
            await system.BeginAsync();
            held = await RunAsync(system, seconds);
        }

        Say($"Meanwhile other programs kept {disturbance.Cores:0.00} cores busy.");
        Console.WriteLine(held ? "held" : "NOT HELD");
        return held;
    }

    private static async Task<bool> RunAsync(SystemUnderTest system, double seconds)
    {
        using var flood = new Flood(new Uri(system.Address));
        // Warm-up: compiles the code of good responses, then of refusals.
        flood.RunOpen(Times * flood.RunClosed(PeakClients, PeakSeconds), WarmUpSeconds);
        var peak = flood.RunClosed(PeakClients, PeakSeconds);
        var before = system.Bridge.Footprint.Resident;
        var script = await ScriptAsync(system);
        Say($"Peak {peak:0.0}/s with {PeakClients} clients; the bridge has {before:0.0} MiB resident.");

        var sent = await OverloadAsync(system, flood, Times * peak, seconds);
        var during = system.Bridge.Footprint.Resident;
        var (goodput, refusals) = (sent.GoodInTime / seconds, sent.Tally.Refusals);
        var slowest = refusals.Count == 0 ? 0 : Results.Percentile(refusals, 99);
        Say($"{sent.Asked:N0} asked in {seconds:0} s: {sent.Tally}.");
        Say($"Goodput {goodput:0.0}/s, {goodput / peak:P1} of the peak.");
        if (refusals.Count > 0)
            Say($"Refused after {Results.Percentile(refusals, 50):0.00} ms in the median, ",
                $"p99 {slowest:0.0}, most {refusals.Max():0.0}; {sent.Tally.WithoutHint} without Retry-After.");

        for (var waited = 0; waited <= RecoverySeconds; waited += 20)
        {
            Say($"Resident {waited} s later: {system.Bridge.Footprint.Resident:0.0} MiB (before {before:0.0}, at the end {during:0.0}).");
            if (waited < RecoverySeconds)
                await Clock.WaitAsync(20);
        }

        var after = system.Bridge.Footprint.Resident;
        var (commands, cancelled) = await ScriptAsync(system);
        Say($"Of {commands - script.Commands:N0} requests that reached the script ",
            $"{cancelled - script.Cancelled:N0} were cancelled before they began.");
        return goodput >= MinPeakRatio * peak && sent.Tally is { Wrong: 0, WithoutHint: 0 }
            && slowest <= MaxMilliseconds && after <= MaxMemoryRatio * before;
    }

    private static async Task<(FloodTally Tally, int Asked, int GoodInTime)> OverloadAsync(
        SystemUnderTest system, Flood flood, double rate, double seconds)
    {
        using var slowClients = new SlowClients(new Uri(system.Address), Dribblers, SlowReaders);
        await Clock.UntilAsync("the dribblers stand", () => Task.FromResult(slowClients.Standing > Dribblers * 9 / 10));
        var began = Clock.Now;
        var echoes = Task.Run(() => Arrivals.RunAsync(system.Address, Work.Echo.Path, EchoesASecond, seconds, seed: 1));
        var sent = flood.RunOpen(rate, seconds);
        var (times, failed) = await echoes;
        var frames = system.Emulator.Frames.Speed(began, began + seconds);
        Say($"Beside {slowClients.Standing:N0} dribblers, who were cut off {slowClients.CutOff:N0} times, ",
            $"and {SlowReaders} slow readers; {frames:0.00} frames/s.");
        Say($"Somebody else's {times.Count:N0} echoes at random times meanwhile: ",
            $"mean {times.Average():0.00} ms, p99 {Results.Percentile(times, 99):0.0}, {failed} failed.");
        return sent;
    }

    private static async Task<(long Commands, long Cancelled)> ScriptAsync(SystemUnderTest system)
    {
        using var http = new HttpClient();
        using var answer = JsonDocument.Parse(await http.GetStringAsync($"{system.Address}/emulators/default"));
        var script = answer.RootElement.GetProperty("script");
        return (script.GetProperty("commands").GetInt64(), script.GetProperty("cancelled").GetInt64());
    }

    private static void Say(params FormattableString[] parts) => Console.WriteLine(InvariantText.Join(parts));
}
