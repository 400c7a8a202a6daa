using System.Globalization;
using System.Net.Http.Json;

namespace Bridge.LoadBench;

/// <summary>Measures what 500 subscribers with five watches each cost the game and the bridge, and the bytes sent.</summary>
internal static class Listening
{
    private const int Subscribers = 500;
    private const int WatchesOfEach = 5;
    private const double Seconds = 10;

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        Console.WriteLine("| script called | watches | subscribers | they hear | frames/s | events/s "
            + "| emulator, % of a core | bridge, % of a core | heap KiB a subscriber |");
        Console.WriteLine("|---|---:|---:|---|---:|---:|---:|---:|---:|");
        await MeasureAsync("idle", idle: true);
        await MeasureAsync("once a frame", idle: false);
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task MeasureAsync(string called, bool idle)
    {
        using var system = new SystemUnderTest($"events {called}", idle, "shared");
        await system.BeginAsync();
        using var nobody = new ListenerGroup(system.Address, []);
        using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
        await RowAsync(system, called, watches: 0, nobody, "nothing", heap: null);
        var watches = await SetWatchesAsync(client);
        await RowAsync(system, called, watches.Length, nobody, "nothing", heap: null);

        // Each subscriber is a connection as well; measure connections without watches first.
        var before = await HeapAsync(client);
        using (var quiet = new ListenerGroup(system.Address, Enumerable.Repeat("/health/live", Subscribers)))
        {
            await quiet.WaitUntilHeardAsync();
            await RowAsync(system, called, watches.Length, nobody,
                $"nothing, {Subscribers} connections stand open", await HeapAsync(client) - before);
        }

        await Clock.WaitAsync(3);
        before = await HeapAsync(client);
        using (var own = new ListenerGroup(system.Address, Paths(watches, "watch")))
        {
            await own.WaitUntilHeardAsync();
            var each = await HeapAsync(client) - before;
            await RowAsync(system, called, watches.Length, own, "their own five watches", each);
        }

        await Clock.WaitAsync(3);
        using var frames = new ListenerGroup(system.Address, Paths(watches, "watch,frame"));
        await frames.WaitUntilHeardAsync();
        await RowAsync(system, called, watches.Length, frames, "these and each frame", heap: null);
    }

    // The first watch of each subscriber is of a counter that changes in each frame, with a different interval each;
    // the others are 100 bytes apart.
    private static async Task<int[]> SetWatchesAsync(HttpClient client)
    {
        var ids = new int[Subscribers * WatchesOfEach];
        await Parallel.ForAsync(0, ids.Length, new ParallelOptions { MaxDegreeOfParallelism = 32 }, async (i, token) =>
        {
            var counts = i % WatchesOfEach == 0;
            using var response = await client.PostAsJsonAsync("/emulators/default/watches", new
            {
                address = counts ? "0x02000000" : $"0x{0x02000400 + (100 * i):X8}",
                type = counts ? "u32" : "u16",
                intervalFrames = counts ? 30 + (i / WatchesOfEach) : 1,
            }, token);
            response.EnsureSuccessStatusCode();
            ids[i] = (await response.Content.ReadFromJsonAsync<SetWatch>(token))!.Id;
        });
        return ids;
    }

    private static IEnumerable<string> Paths(int[] watches, string topics) =>
        watches.Chunk(WatchesOfEach).Select(own => $"/emulators/default/events?topics={topics}&watches={string.Join(',', own)}");

    private static async Task<long> HeapAsync(HttpClient client) =>
        long.Parse(await client.GetStringAsync("/heap"), CultureInfo.InvariantCulture);

    private static async Task RowAsync(SystemUnderTest system, string called, int watches, ListenerGroup listeners, string hear, long? heap)
    {
        await Clock.WaitAsync(2);
        var (emulator, bridge, heard, from) = (system.Emulator.Child.ProcessorTime, system.Bridge.ProcessorTime,
            listeners.Sum(each => each.Events), Clock.Now);
        await Clock.WaitAsync(Seconds);
        var to = Clock.Now;
        double Share(TimeSpan now, TimeSpan before) => (now - before).TotalSeconds / (to - from) * 100;
        var bytes = heap is null ? "|" : FormattableString.Invariant($"{heap / 1024.0 / Subscribers:0.0} |");
        Console.WriteLine(InvariantText.Join(
            $"| {called} | {watches:#,0} | {listeners.Count} | {hear} | {system.Emulator.Frames.Speed(from, to):0.00} ",
            $"| {(listeners.Sum(each => each.Events) - heard) / (to - from):#,0} ",
            $"| {Share(system.Emulator.Child.ProcessorTime, emulator):0.0} | {Share(system.Bridge.ProcessorTime, bridge):0.0} | {bytes}"));
    }

    private sealed record SetWatch(int Id);
}
