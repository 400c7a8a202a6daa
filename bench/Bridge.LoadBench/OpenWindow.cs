namespace Bridge.LoadBench;

/// <summary>
/// Measures an mGBA that is already running, such as a desktop window, with bench/lua/frames.lua and lua/bridge.lua loaded in that order.
/// </summary>
internal static class OpenWindow
{
    private const double Seconds = 9;

    private const double FastSeconds = 3;
    private const int FastRounds = 5;

    /// <summary>Measures fast-forward: the speed without clients and with one busy client, in turn.</summary>
    public static async Task RunFastAsync(int scriptPort, int framesPort)
    {
        using var frames = await FrameMeter.ConnectAsync(framesPort);
        using var client = new WireClient(scriptPort);
        List<double> alone = [], busy = [], shares = [], rates = [];
        for (var round = 0; round < FastRounds; round++)
        {
            var from = Clock.Now;
            await Clock.WaitAsync(FastSeconds);
            alone.Add(frames.Speed(from, Clock.Now));
            // The first second after a rest doesn't count: its speed is computed from frames during the rest.
            await BusyAsync(client, 1);
            from = Clock.Now;
            var times = await BusyAsync(client, FastSeconds);
            busy.Add(frames.Speed(from, Clock.Now));
            shares.Add(busy[^1] / alone[^1]);
            rates.Add(times.Count / FastSeconds);
        }

        Console.WriteLine(InvariantText.Join(
            $"Fast-forward: {Middle(alone):#,0} frames/s with nobody, {Middle(busy):#,0} with one client after the other, ",
            $"which is {Middle(shares):0.00} ({shares.Min():0.00} to {shares.Max():0.00}); {Middle(rates):#,0} requests/s."));
    }

    private static Task<List<double>> BusyAsync(WireClient client, double seconds) =>
        Task.Factory.StartNew(() => client.InSequence(Clock.Now + seconds), TaskCreationOptions.LongRunning);

    private static double Middle(List<double> figures) => Results.Percentile(figures, 50);

    /// <summary>
    /// Measures normal speed without clients, with one client, with many, and with random arrivals, and the latencies.
    /// </summary>
    public static async Task RunAsync(int scriptPort, int framesPort)
    {
        using var frames = await FrameMeter.ConnectAsync(framesPort);
        Console.WriteLine("| clients | frames/s | requests/s | mean | p50 | p99 |\n|---|---:|---:|---:|---:|---:|");
        await MeasureAsync(frames, "none", async end =>
        {
            await Clock.WaitAsync(end - Clock.Now);
            return [];
        });
        await MeasureAsync(frames, "one after the other", end => TogetherAsync(scriptPort, 1, client => client.InSequence(end)));
        await MeasureAsync(frames, "16 connections", end => TogetherAsync(scriptPort, 16, client => client.InSequence(end)));
        await MeasureAsync(frames, "30/s at random", end => TogetherAsync(scriptPort, 1, client => client.AtRandom(30, end)));
    }

    private static async Task MeasureAsync(FrameMeter frames, string name, Func<double, Task<List<double>>> ask)
    {
        await Clock.WaitAsync(1.5);
        var from = Clock.Now;
        var times = await ask(from + Seconds);
        var to = Clock.Now;
        var figures = times.Count == 0 ? "| | | |" : InvariantText.Join(
            $"| {times.Count / (to - from):#,0} | {times.Average():0.000} ",
            $"| {Results.Percentile(times, 50):0.000} | {Results.Percentile(times, 99):0.00} |");
        Console.WriteLine(FormattableString.Invariant($"| {name} | {frames.Speed(from, to):0.00} {figures}"));
    }

    private static async Task<List<double>> TogetherAsync(int port, int count, Func<WireClient, List<double>> ask)
    {
        var clients = Enumerable.Range(0, count).Select(_ => new WireClient(port)).ToArray();
        var asking = clients.Select(client => Task.Factory.StartNew(() => ask(client), TaskCreationOptions.LongRunning));
        var times = await Task.WhenAll(asking);
        foreach (var client in clients)
            client.Dispose();
        return [.. times.SelectMany(list => list)];
    }
}
