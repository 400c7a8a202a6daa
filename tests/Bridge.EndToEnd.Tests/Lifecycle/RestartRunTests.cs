using System.Globalization;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>
/// An emulator that is killed and restarted every five seconds while clients send requests. For 20 s, or for
/// <c>BRIDGE_RESTART_SECONDS</c>; loadtest/restarts.sh runs it for ten minutes.
/// </summary>
public sealed class RestartRunTests(ITestOutputHelper output) : IAsyncDisposable
{
    private static readonly TimeSpan Life = TimeSpan.FromSeconds(5);

    private readonly RealEmulator _emulator = new();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    [Fact]
    public async Task No_response_is_wrong_and_no_press_runs_twice_over_many_restarts_of_an_emulator()
    {
        var asked = Environment.GetEnvironmentVariable("BRIDGE_RESTART_SECONDS");
        var time = TimeSpan.FromSeconds(asked is null ? 20 : double.Parse(asked, CultureInfo.InvariantCulture));
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"),
            ("Bridge:Emulators:default:PausedAfter", "00:00:10"));
        var run = new RestartRun(bridge.Client);
        var asking = run.SendRequestsAsync();
        var first = new List<double>();
        var began = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(began) < time)
        {
            await _emulator.StartAsync();
            first.Add((await run.BeginLifeAsync()).TotalMilliseconds);
            await Task.Delay(Life, TimeProvider.System);
            await run.EndLifeAsync(settle: first.Count % 2 == 0);
            await _emulator.KillAsync();
            run.BeginNext();
        }

        await run.StopAsync();
        await asking;
        first.Sort();
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{first.Count} lives, {run.Requests} requests: {run.Ends}; wrong: {run.Wrong.Count}; ")
            + string.Create(CultureInfo.InvariantCulture,
                $"first answer after the emulator listens: p50 {first[first.Count / 2]:0} ms, max {first[^1]:0} ms"));
        Assert.True(run.Wrong.Count == 0, string.Join('\n', run.Wrong.Take(20)));
        // An overloaded machine that stops for seconds says nothing about the bridge.
        if (asked is not null)
            Assert.InRange(first[^1], 0, 1000);
    }
}
