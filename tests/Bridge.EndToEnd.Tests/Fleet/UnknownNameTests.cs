using System.Globalization;
using System.Text.RegularExpressions;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>A client that asks again and again for a name that nobody has.</summary>
public sealed partial class UnknownNameTests
{
    private const int Requests = 300;

    [Fact]
    public async Task It_asks_etcd_once_a_second_and_finds_the_name_once_it_is_taken()
    {
        await using var etcd = await EtcdServer.StartAsync();
        await using var other = await FleetNode.StartAsync(etcd.Addresses, "h2");
        await using var bridge = new BridgeProcess(
            [.. FleetNode.Settings(etcd.Addresses, "h1", "http://127.0.0.1:1"), "--Bridge:OnDemand:Max=0"]);
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await Eventually.HoldsAsync(
            async () => (await client.GetJsonAsync("/hosts")).GetProperty("hosts").GetArrayLength() == 2, "both hosts are known");

        var (before, began) = (await ReadsAsync(etcd), TimeProvider.System.GetTimestamp());
        for (var request = 0; request < Requests; request++)
            Assert.True(await IsUnknownAsync(client));
        var (reads, seconds) = (await ReadsAsync(etcd) - before, TimeProvider.System.GetElapsedTime(began).TotalSeconds);

        // One a second; and both hosts read their own state now and then.
        Assert.InRange(reads, 0, 10 + (2 * (int)seconds));
        Assert.NotNull(await other.Names.TryReserveAsync("nobody", new FleetAlias("h2"), CancellationToken.None));
        began = TimeProvider.System.GetTimestamp();
        await Eventually.HoldsAsync(async () => !await IsUnknownAsync(client), "the name is found");
        Assert.InRange(TimeProvider.System.GetElapsedTime(began).TotalSeconds, 0, 0.9);
    }

    // Once the other host has the name, the request goes there. It has no endpoints here, so its 404 has no problem's type.
    private static async Task<bool> IsUnknownAsync(HttpClient client)
    {
        using var response = await client.AskAsync("GET", "/emulators/nobody/buttons");
        Assert.Equal(404, (int)response.StatusCode);
        return (await response.Content.ReadAsStringAsync()).Contains("#unknown-emulator", StringComparison.Ordinal);
    }

    private static async Task<long> ReadsAsync(EtcdServer etcd)
    {
        using var client = new HttpClient { BaseAddress = etcd.Addresses[0] };
        var metrics = await client.GetStringAsync(new Uri("/metrics", UriKind.Relative));
        return (long)double.Parse(Reads().Match(metrics).Groups[1].Value, CultureInfo.InvariantCulture);
    }

    [GeneratedRegex("""^grpc_server_handled_total\{grpc_code="OK",grpc_method="Range",.*\} (\S+)$""", RegexOptions.Multiline)]
    private static partial Regex Reads();
}
