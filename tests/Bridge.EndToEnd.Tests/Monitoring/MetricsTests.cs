using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests.Monitoring;

/// <summary>The meters that Prometheus reads at /metrics.</summary>
public sealed partial class MetricsTests(OnDemandBridge bridge) : IClassFixture<OnDemandBridge>
{
    [Fact]
    public async Task An_emulator_is_in_the_metrics_until_it_ends()
    {
        await MetricsAsync();
        await bridge.CreateAsync(""", "name": "metered" """);
        await bridge.Client.GetJsonAsync("/emulators/metered/memory/0x02000020?type=u16");

        var metrics = await EventuallyAsync(text => text.Contains("memory_get", StringComparison.Ordinal)
            || text.Contains("memory.get", StringComparison.Ordinal), "the read is counted");
        Assert.Matches(RunningPattern(), metrics);
        // Durations have no label for the emulator: with one, each emulator that has ended would leave histograms.
        Assert.DoesNotMatch(DurationByEmulator(), metrics);

        await bridge.EndAsync("metered");
        await EventuallyAsync(text => !text.Contains("metered", StringComparison.Ordinal), "the ended emulator leaves");
    }

    private Task<string> MetricsAsync() => bridge.Client.GetStringAsync("/metrics");

    private async Task<string> EventuallyAsync(Func<string, bool> isMet, string what)
    {
        var metrics = "";
        await Eventually.HoldsAsync(async () => isMet(metrics = await MetricsAsync()), what);
        return metrics;
    }

    [GeneratedRegex("""^bridge_emulator_status\{[^}]*bridge_emulator_name="metered",bridge_emulator_state="running"[^}]*\} 1""",
        RegexOptions.Multiline)]
    private static partial Regex RunningPattern();

    [GeneratedRegex("^bridge_exchange_duration.*bridge_emulator_name", RegexOptions.Multiline)]
    private static partial Regex DurationByEmulator();
}
