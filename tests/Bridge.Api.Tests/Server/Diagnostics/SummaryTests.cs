using Bridge.Api.Server.Diagnostics;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <summary>The requests in the log's line of each minute.</summary>
public sealed class SummaryTests() : FakedBridge(("Urls", "http://127.0.0.1:0"))
{
    [Fact]
    public async Task Liveness_probes_do_not_count()
    {
        var statistics = Bridge.Services.GetRequiredService<RequestStatistics>();
        var before = statistics.Total;

        await Client.GetStringAsync("/health/live");
        await Client.GetStringAsync("/health/live");
        await Client.GetStringAsync("/health");

        await Eventually.HoldsAsync(() => statistics.Total == before + 1, "one request counts");
    }
}
