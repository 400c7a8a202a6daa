using System.Globalization;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>
/// Measures the cost of the bridge's page while it is open in Chromium: 30 pictures a second, events, memory, meters.
/// </summary>
internal static class Browsing
{
    private const string Chromium = "/usr/bin/chromium";
    private const double Seconds = 20;

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        Console.WriteLine("| watched by | frames/s | pictures/s | bridge, % of a core | emulator, % of a core |");
        Console.WriteLine("|---|---:|---:|---:|---:|");
        using var system = new SystemUnderTest("page", idle: true, "shared");
        system.End();
        await system.BeginAsync();
        await MeasureAsync(system, "nobody");
        await WatchAsync(system);
        system.End();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"\nMeanwhile other programs, the browser among them, kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task WatchAsync(SystemUnderTest system)
    {
        // Without a debugger port Chromium ends once the page is loaded; its sandbox doesn't work for root.
        using var browser = new Child("chromium", Chromium,
            [
                "--headless", "--no-sandbox", "--window-size=1280,900", "--remote-debugging-port=0",
                $"--user-data-dir={RepositoryRoot.Combine("artifacts", "bench", "chromium")}", system.Address,
            ]);
        await Clock.UntilAsync("the page shows pictures", async () =>
        {
            var from = Clock.Now;
            await Clock.WaitAsync(1);
            return system.Emulator.Frames.Pictures(from, Clock.Now).Count > 0;
        });
        // The bridge's code is still compiled during this time.
        await Clock.WaitAsync(10);
        await MeasureAsync(system, "the page");
    }

    private static async Task MeasureAsync(SystemUnderTest system, string name)
    {
        var (emulator, bridge, from) = (system.Emulator.Child.ProcessorTime, system.Bridge.ProcessorTime, Clock.Now);
        await Clock.WaitAsync(Seconds);
        var (to, frames) = (Clock.Now, system.Emulator.Frames);
        double Share(TimeSpan now, TimeSpan before) => 100 * (now - before).TotalSeconds / (to - from);
        Console.WriteLine(
            FormattableString.Invariant($"| {name} | {frames.Speed(from, to):0.00} | {frames.Pictures(from, to).Count / (to - from):0.0} ")
            + FormattableString.Invariant(
                $"| {Share(system.Bridge.ProcessorTime, bridge):0.0} | {Share(system.Emulator.Child.ProcessorTime, emulator):0.0} |"));
    }
}
