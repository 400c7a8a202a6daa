using System.Globalization;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>Measures the cost of pictures of the screen: from our own host's pixels, and from PNGs as in stock mGBA.</summary>
internal static class Watching
{
    private const int Rate = 30;
    private const double Seconds = 10;

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        Console.WriteLine("| pictures | asked for | frames/s | taken/s | seen/s by each "
            + "| taking one, ms | one in all, ms of the emulator | ms of the bridge |");
        Console.WriteLine("|---|---|---:|---:|---:|---:|---:|---:|");
        using var pixels = new SystemUnderTest("screen pixels", idle: true, "shared");
        using var png = new SystemUnderTest("screen png", idle: false, "every");
        pixels.End();
        png.End();
        await MeasureAsync(pixels, "pixels");
        await MeasureAsync(png, "PNG");
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task MeasureAsync(SystemUnderTest system, string kind)
    {
        await system.BeginAsync();
        using var client = new HttpClient { BaseAddress = new Uri(system.Address), Timeout = Timeout.InfiniteTimeSpan };
        // The bridge's code is still compiled during this time.
        await WatchAsync(client, Clock.Now + 3);
        await AskAsync(client, Clock.Now + 6, 1);
        await AskAsync(client, Clock.Now + 3, 4);
        var still = await MeasureAsync(system, kind, "nothing", viewers: 0, _ => Task.FromResult(0), still: (0, 0));
        await MeasureAsync(system, kind, $"stream of {Rate}/s, 1 viewer", 1, end => WatchAsync(client, end), still);
        await MeasureAsync(system, kind, $"stream of {Rate}/s, 10 viewers", 10, async end =>
            (await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => WatchAsync(client, end)))).Sum(), still);
        await MeasureAsync(system, kind, $"{Rate} GETs/s", 1, end => AskAsync(client, end, 1), still);
        await MeasureAsync(system, kind, $"{Rate} GETs/s of scale 4", 1, end => AskAsync(client, end, 4), still);
        system.End();
    }

    /// <returns>The processor seconds that one second costs the emulator and the bridge.</returns>
    private static async Task<(double Emulator, double Bridge)> MeasureAsync(
        SystemUnderTest system, string kind, string name, int viewers, Func<double, Task<int>> look, (double Emulator, double Bridge) still)
    {
        // A .NET client keeps reading for two seconds after its request is disposed.
        await Clock.WaitAsync(3);
        var (emulator, bridge, from) = (system.Emulator.Child.ProcessorTime, system.Bridge.ProcessorTime, Clock.Now);
        var seen = await look(from + Seconds);
        await Clock.WaitAsync(from + Seconds - Clock.Now);
        var (to, frames) = (Clock.Now, system.Emulator.Frames);
        double PerSecond(TimeSpan now, TimeSpan before) => (now - before).TotalSeconds / (to - from);
        var cost = (Emulator: PerSecond(system.Emulator.Child.ProcessorTime, emulator),
            Bridge: PerSecond(system.Bridge.ProcessorTime, bridge));
        var (taken, taking) = frames.Pictures(from, to);
        var rate = taken / (to - from);
        var figures = viewers == 0 ? "| | | |" : InvariantText.Join(
            $"| {seen / (to - from) / viewers:0.0} | {taking:0.000} ",
            $"| {(cost.Emulator - still.Emulator) * 1000 / rate:0.00} | {(cost.Bridge - still.Bridge) * 1000 / rate:0.00}");
        Console.WriteLine(FormattableString.Invariant($"| {kind} | {name} | {frames.Speed(from, to):0.00} | {rate:0.0} {figures} |"));
        return cost;
    }

    private static async Task<int> AskAsync(HttpClient client, double end, int scale)
    {
        var count = 0;
        for (var due = Clock.Now; Clock.Now < end; due += 1.0 / Rate)
        {
            await Clock.WaitAsync(due - Clock.Now);
            await client.GetByteArrayAsync($"/emulators/default/screen?scale={scale}");
            count++;
        }

        return count;
    }

    /// <returns>The number of pictures received.</returns>
    private static async Task<int> WatchAsync(HttpClient client, double end)
    {
        using var response = await client.GetAsync($"/emulators/default/screen/stream?fps={Rate}",
            HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        await using var body = await response.Content.ReadAsStreamAsync();
        var (buffer, count) = (new byte[256 * 1024], 0);
        while (Clock.Now < end)
        {
            // Each picture arrives in one or more reads; only the first has this header.
            var length = await body.ReadAsync(buffer);
            for (var rest = buffer.AsMemory(0, length); rest.Span.IndexOf("Emulator-Frame: "u8) is >= 0 and var at; rest = rest[(at + 1)..])
                count++;
        }

        return count;
    }
}
