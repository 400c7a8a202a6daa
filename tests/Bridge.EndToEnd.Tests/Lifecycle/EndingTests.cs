using System.Collections.Concurrent;
using System.Globalization;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>
/// Every way to stop the bridge, idle and with 50 requests in flight: once each, or <c>BRIDGE_SHUTDOWNS</c> times;
/// loadtest/shutdowns.sh runs it a hundred times.
/// </summary>
public sealed class EndingTests(ITestOutputHelper output)
{
    private const int AtOnce = 4;

    // Then the next emulator is used, because those of tests end by themselves after half an hour.
    private const int EndsOfAnEmulator = 50;

    // Only the tests' own program can be stopped from inside the process.
    private static readonly (Way, Work)[] Kinds =
        [.. Enum.GetValues<Way>().Where(way => way != Way.HostStop || !BridgeProgram.IsAnother)
            .SelectMany(way => new[] { (way, Work.Idle), (way, Work.Busy) }), (Way.Terminate, Work.HeldGame)];

    [Fact]
    public async Task The_bridge_shuts_down_gracefully_in_every_way()
    {
        var asked = Environment.GetEnvironmentVariable("BRIDGE_SHUTDOWNS");
        var times = asked is null ? 1 : int.Parse(asked, CultureInfo.InvariantCulture);
        var waiting = new ConcurrentQueue<(Way Way, Work Work)>(Enumerable.Repeat(Kinds, times).SelectMany(kinds => kinds));
        var endings = new ConcurrentQueue<Ending>();
        await Task.WhenAll(Enumerable.Range(0, AtOnce).Select(_ => WorkAsync(waiting, endings, asked is not null)));

        output.WriteLine("| way | work | times | unclean | p50 (s) | max (s) |\n|---|---|---|---|---|---|");
        foreach (var kind in endings.GroupBy(ending => (ending.Way, ending.Work)).OrderBy(kind => kind.Key))
        {
            var took = kind.Select(ending => ending.Took.TotalSeconds).Order().ToArray();
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {kind.Key.Way} | {kind.Key.Work} | {took.Length} | {kind.Count(ending => ending.Unclean.Count > 0)} ")
                + string.Create(CultureInfo.InvariantCulture, $"| {took[took.Length / 2]:0.00} | {took[^1]:0.00} |"));
        }

        Assert.Equal(times * Kinds.Length, endings.Count);
        Assert.True(endings.All(ending => ending.Unclean.Count == 0),
            string.Join('\n', endings.Where(ending => ending.Unclean.Count > 0).Take(10)
                .Select(ending => $"{ending.Way}, {ending.Work}: {string.Join("; ", ending.Unclean)}")));
        // An overloaded machine that stops for seconds says nothing about the bridge.
        if (asked is not null)
            Assert.All(endings, ending => Assert.InRange(ending.Took.TotalSeconds, 0, ending.Work == Work.Idle ? 2 : 5));
    }

    private static async Task WorkAsync(ConcurrentQueue<(Way Way, Work Work)> waiting, ConcurrentQueue<Ending> endings, bool strict)
    {
        while (!waiting.IsEmpty)
        {
            await using var emulator = await RealEmulator.StartNewAsync();
            // During the default drain, an overloaded machine may give no client time to look.
            var run = new EndingRun(emulator, strict ? "00:00:00.500" : "00:00:01.500", strict);
            for (var i = 0; i < EndsOfAnEmulator && waiting.TryDequeue(out var kind); i++)
                endings.Enqueue(await run.RunAsync(kind.Way, kind.Work));
        }
    }
}
