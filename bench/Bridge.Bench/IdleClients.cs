using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.Bench;

/// <summary>Measures what clients cost that keep a connection of HTTP or a stream of events, ask now and then, and are idle for minutes.</summary>
[SupportedOSPlatform("linux")]
internal static class IdleClients
{
    private const int Rounds = 20;
    private const string Echo = "/mgbaendpoint?message=hello";

    private static readonly int[] Clients = [1000, 4000, 8000, 12_000, 18_000];

    public static async Task RunAsync(double idleMinutes)
    {
        var disturbance = new Disturbance();
        Console.WriteLine("| clients | bytes a client | of them | MiB resident | threads | p50, ms | p99, ms | bridge, % of a core | unanswered |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        using (var lane = new Lane("clients idle", idle: true, "shared", options: [$"--Bridge:Connections={Clients[^1] + 100}"]))
        {
            await lane.BeginAsync();
            await MeasureAsync(lane, idleMinutes);
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task MeasureAsync(Lane lane, double idleMinutes)
    {
        var address = new Uri(lane.Address);
        var endpoint = new IPEndPoint(IPAddress.Loopback, address.Port);
        var request = $"GET {Echo} HTTP/1.1\r\nHost: {address.Authority}\r\n\r\n";
        var length = await LengthAsync(endpoint, request);
        using (var first = new Multitude(endpoint))
            Have(first, Clients[0], request, length);
        await Clock.WaitAsync(2);

        using var multitude = new Multitude(endpoint);
        var points = new List<(int, long)>();
        foreach (var count in Clients)
        {
            Have(multitude, count - multitude.Count, request, length);
            await Clock.WaitAsync(3);
            points.Add((count, Resident.BytesOf(lane.Bridge.Id)));
            Console.WriteLine(FormattableString.Invariant($"| HTTP, idle | | {count:#,0} | {points[^1].Item2 / 1048576.0:0.0} | {Resident.ThreadsOf(lane.Bridge.Id)} | | | | |"));
        }

        Console.WriteLine(FormattableString.Invariant($"| **HTTP, idle** | **{Resident.Slope(points):#,0}** | | | | | | | |"));
        Row(lane, "HTTP, each asks once a second, 20 s", multitude, request, length, Rounds);
        await Clock.WaitAsync(60 * idleMinutes);
        Row(lane, FormattableString.Invariant($"HTTP, once more after {idleMinutes:0.#} min"), multitude, request, length, 1);
    }

    private static void Have(Multitude multitude, int more, string request, int length)
    {
        multitude.Come(more);
        multitude.Ask(request, TimeSpan.Zero, length);
    }

    private static void Row(Lane lane, string clients, Multitude multitude, string request, int length, int rounds)
    {
        var (used, begin) = (lane.Bridge.ProcessorTime, Clock.Now);
        var times = new List<double>();
        for (var i = 0; i < rounds; i++)
            times.AddRange(multitude.Ask(request, TimeSpan.FromSeconds(1), length));
        var share = (lane.Bridge.ProcessorTime - used).TotalSeconds / (Clock.Now - begin) * 100;
        Console.WriteLine(FormattableString.Invariant(
            $"| {clients} | | {multitude.Count:#,0} | {Resident.BytesOf(lane.Bridge.Id) / 1048576.0:0.0} | {Resident.ThreadsOf(lane.Bridge.Id)} | {Findings.Percentile(times, 50):0.00} | {Findings.Percentile(times, 99):0.0} | {share:0} | {(multitude.Count * rounds) - times.Count} |"));
    }

    private static async Task<int> LengthAsync(EndPoint endpoint, string request)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(endpoint);
        await socket.SendAsync(Encoding.ASCII.GetBytes(request));
        // An answer of 200 bytes comes in one piece.
        return await socket.ReceiveAsync(new byte[4096].AsMemory());
    }
}
