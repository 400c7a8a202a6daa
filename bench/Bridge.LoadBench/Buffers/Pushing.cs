using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;

namespace Bridge.LoadBench.Buffers;

/// <summary>
/// Measures the cost of sending 128 bytes every 100 ms to each of 50 clients for five minutes: the bridge's watch events, and a server
/// with an object and a buffer for each operation. Both run at the same time, each in a process of its own.
/// </summary>
internal static class Pushing
{
    private const int Clients = 50;
    private const double JoinSeconds = 0.015;
    private const double SettleSeconds = 15;
    private const double SampleSeconds = 5;
    private const int DefaultSeconds = 300;
    private const int OldMessageBytes = 128;
    // Every sixth frame is every 100.4 ms.
    private const int IntervalFrames = 6;

    public static async Task RunAsync()
    {
        var seconds = double.Parse(Environment.GetEnvironmentVariable("PUSH_SECONDS") ?? $"{DefaultSeconds}", CultureInfo.InvariantCulture);
        var disturbance = new BackgroundLoad();
        using (var ours = new SystemUnderTest("push ours", idle: true, "shared"))
        using (var old = new SystemUnderTest("push old", idle: true, "shared"))
        {
            await ours.BeginAsync();
            await old.BeginAsync();
            Console.WriteLine("| system | bytes allocated a message | messages/s | bytes each | heap before, most, MiB "
                + "| resident before, at the end | private before, at the end | threads before, most "
                + "| collections of generation 0, 1, 2 | % of a core |");
            Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
            foreach (var row in await Task.WhenAll(OursAsync(ours, seconds), OldAsync(old, seconds)))
                Console.WriteLine(row);
        }

        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task<string> OursAsync(SystemUnderTest system, double seconds)
    {
        using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
        using var response = await client.PostAsJsonAsync("/emulators/default/watches",
            new { address = "0x02000000", type = "u32", name = "counter of the game", intervalFrames = IntervalFrames });
        response.EnsureSuccessStatusCode();
        var watch = (await response.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("id").GetInt32();
        return await MeasureAsync(system, "ours", system.Address, $"/emulators/default/events?topics=watch&watches={watch}", seconds,
            listeners => listeners.Sum(each => each.Events));
    }

    private static async Task<string> OldAsync(SystemUnderTest system, double seconds)
    {
        using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
        var port = await client.GetStringAsync("/begin-end");
        return await MeasureAsync(system, "re-creation", $"http://127.0.0.1:{port}", "/", seconds,
            listeners => listeners.Sum(each => each.Bytes) / OldMessageBytes);
    }

    private static async Task<string> MeasureAsync(SystemUnderTest system, string name, string address, string path,
        double seconds, Func<ListenerGroup, long> count)
    {
        using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
        await Clock.WaitAsync(SettleSeconds);
        var (idle, idleHeap) = (system.Bridge.Footprint, (await CollectedAsync(client)).Heap);
        using var listeners = new ListenerGroup(address, []);
        for (var i = 0; i < Clients; i++)
        {
            listeners.Add(new Listener(new Uri(address), path));
            await Clock.WaitAsync(JoinSeconds);
        }

        await listeners.WaitUntilHeardAsync();
        await Clock.WaitAsync(SettleSeconds);
        var (from, before, messages, bytes, used) = (Clock.Now, await CollectedAsync(client), count(listeners),
            listeners.Sum(each => each.Bytes), system.Bridge.ProcessorTime);
        var (maxThreads, maxHeap) = (0, 0L);
        for (var end = from + seconds; Clock.Now < end;)
        {
            await Clock.WaitAsync(Math.Min(SampleSeconds, end - Clock.Now));
            maxThreads = Math.Max(maxThreads, system.Bridge.Footprint.Threads);
            maxHeap = Math.Max(maxHeap, (await CollectedAsync(client)).Heap);
        }

        var (took, after, sent, loaded) =
            (Clock.Now - from, await CollectedAsync(client), count(listeners) - messages, system.Bridge.Footprint);
        var core = (system.Bridge.ProcessorTime - used).TotalSeconds / took * 100;
        return InvariantText.Join(
            $"| {name} | {(double)(after.Allocated - before.Allocated) / sent:0.0} | {sent / took:0.0} ",
            $"| {(double)(listeners.Sum(each => each.Bytes) - bytes) / sent:0} | {idleHeap / 1048576.0:0.0}, {maxHeap / 1048576.0:0.0} ",
            $"| {idle.Resident:0.0}, {loaded.Resident:0.0} | {idle.Private:0.0}, {loaded.Private:0.0} | {idle.Threads}, {maxThreads} ",
            $"| {after.Young - before.Young}, {after.Middle - before.Middle}, {after.Full - before.Full} | {core:0.0} |");
    }

    private static async Task<Collected> CollectedAsync(HttpClient client)
    {
        var numbers = (await client.GetStringAsync("/collected")).Split(' ')
            .Select(text => long.Parse(text, CultureInfo.InvariantCulture)).ToArray();
        return new Collected(numbers[0], numbers[1], numbers[2] - numbers[3], numbers[3] - numbers[4], numbers[4]);
    }

    // The collections of generations 0, 1 and 2 alone: .NET counts one for all younger generations as well.
    private sealed record Collected(long Allocated, long Heap, long Young, long Middle, long Full);
}
