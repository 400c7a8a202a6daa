using System.Net.Http.Json;
using System.Runtime.Versioning;

namespace Bridge.LoadBench.Idle;

/// <summary>Opens an event stream for each client, and sends each of them one event a second.</summary>
[SupportedOSPlatform("linux")]
internal sealed class ListeningClients(IdlePlan plan)
{
    private const string Mark = "event: buttons";
    private const double PatienceSeconds = 20;

    private static readonly Hold Down = new(["A"]);
    private static readonly Hold Up = new([]);

    public async Task MeasureAsync(StandingClients standing)
    {
        var max = plan.Clients[^1] + 100;
        using var system = new SystemUnderTest("clients listening", idle: true, "shared", isCompared: false,
            options: [$"--Bridge:Connections={max}", $"--Bridge:EventStreams={max}"]);
        await system.BeginAsync();
        var (endpoint, request) = IdleClients.RequestTo(system.Address, "/emulators/default/events?topics=buttons");
        using var clientGroup = standing.Measure("the bridge, events", system.Bridge, endpoint, request, length: 1);

        Console.WriteLine("\n| subscribers | events | deliveries | missing | p50, ms | p99, ms | the last one, median, ms "
            + "| frames/s | bridge, % of a core | emulator, % | threads | MiB resident |");
        Console.WriteLine("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        using var player = new HttpClient { BaseAddress = new Uri(system.Address) };
        var (bridge, emulator, begin) = (system.Bridge.ProcessorTime, system.Emulator.Child.ProcessorTime, Clock.Now);
        // The latencies of all deliveries, and of the last delivery of each event.
        var (times, lasts) = (new List<double>(), new List<double>());
        for (var i = 0; i < plan.Times; i++)
        {
            var pressed = Clock.Now;
            var pressing = player.PutAsJsonAsync("/emulators/default/buttons", i % 2 == 0 ? Down : Up);
            var heard = clientGroup.Hear(Mark, PatienceSeconds);
            (await pressing).Dispose();
            times.AddRange(heard.Select(at => (at - pressed) * 1000));
            lasts.Add((heard[^1] - pressed) * 1000);
            clientGroup.Listen(TimeSpan.FromSeconds(pressed + 1 - Clock.Now));
        }

        var end = Clock.Now;
        double Share(TimeSpan used) => used.TotalSeconds / (end - begin) * 100;
        Console.WriteLine(InvariantText.Join(
            $"| {clientGroup.Count:#,0} | {plan.Times} | {times.Count:#,0} | {(clientGroup.Count * plan.Times) - times.Count} ",
            $"| {Results.Percentile(times, 50):0.0} | {Results.Percentile(times, 99):0.0} | {Results.Median(lasts):0.0} ",
            $"| {system.Emulator.Frames.Speed(begin, end):0.00} | {Share(system.Bridge.ProcessorTime - bridge):0.0} ",
            $"| {Share(system.Emulator.Child.ProcessorTime - emulator):0.0} ",
            $"| {ResidentMemory.ThreadsOf(system.Bridge.Id)} | {ResidentMemory.BytesOf(system.Bridge.Id) / 1048576.0:0.0} |"));
    }

    private sealed record Hold(string[] Buttons);
}
