using System.Globalization;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.LoadBench.Idle;

/// <summary>
/// Measures more clients than a process may have file descriptors: the published bridge with a second, in-memory transport
/// (Bridge.LoadBench.Hook), whose clients are pairs of pipes in the bridge's process.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class ClientsInMemory(IdlePlan plan)
{
    private const int LoneRequests = 1000;
    // The most requests per second that two cores can answer beside the other work.
    private const double AskedPerSecond = 8000;

    public async Task MeasureAsync()
    {
        Console.WriteLine("\n| clients in memory | bytes a client | MiB resident | threads | all ask once, over s | p50, ms "
            + "| p99, ms | refused | bridge, % of a core | a lone client on a socket meanwhile idle, p50, ms | p99, ms |");
        Console.WriteLine("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        using var system = new SystemUnderTest("clients in memory", idle: true, "shared",
            // Pipes belong to no account.
            isInMemory: true, options: [$"--Bridge:Connections={plan.InMemory[^1] + 100}", "--Bridge:TrustNetwork=true"]);
        await system.BeginAsync();
        using var orders = new HttpClient { BaseAddress = new Uri(system.Address), Timeout = TimeSpan.FromMinutes(5) };
        var points = new List<(int, long)>();
        foreach (var count in plan.InMemory)
        {
            await orders.GetStringAsync($"/in-memory/add?clients={count}");
            await Clock.WaitAsync(plan.SettleSeconds);
            points.Add((count, ResidentMemory.BytesOf(system.Bridge.Id)));
            var alone = await AloneAsync(system.Address);
            var seconds = count / AskedPerSecond;
            var (used, begin) = (system.Bridge.ProcessorTime, Clock.Now);
            var asked = await orders.GetStringAsync(string.Create(CultureInfo.InvariantCulture, $"/in-memory/ask?seconds={seconds}"));
            var share = (system.Bridge.ProcessorTime - used).TotalSeconds / (Clock.Now - begin) * 100;
            Console.WriteLine(InvariantText.Join(
                $"| {count:#,0} | | {points[^1].Item2 / 1048576.0:0.0} | {ResidentMemory.ThreadsOf(system.Bridge.Id)} | {seconds:0.0} ",
                $"| {asked} | {share:0} | {Results.Percentile(alone, 50):0.00} | {Results.Percentile(alone, 99):0.0} |"));
        }

        Console.WriteLine(FormattableString.Invariant($"| | **{ResidentMemory.Slope(points):#,0}** | | | | | | | | | |"));
    }

    private static async Task<List<double>> AloneAsync(string address)
    {
        var (endpoint, request) = IdleClients.RequestTo(address);
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(endpoint);
        var (asked, buffer, times) = (Encoding.ASCII.GetBytes(request), new byte[4096], new List<double>());
        for (var i = 0; i < LoneRequests; i++)
        {
            var begin = Clock.Now;
            await socket.SendAsync(asked);
            await socket.ReceiveAsync(buffer.AsMemory());
            times.Add((Clock.Now - begin) * 1000);
            await Clock.WaitAsync(0.001);
        }

        return times;
    }
}
