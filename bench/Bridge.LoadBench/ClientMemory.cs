using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>Measures the memory of an idle raw-listener client, beside a plain echo server on .NET's sockets in the same run.</summary>
[SupportedOSPlatform("linux")]
internal static class ClientMemory
{
    private const string Hello = "hello 1<|END|>";
    private const string Echo = "echo\nhello<|END|>";

    private static readonly int[] Clients = [1000, 4000, 8000, 12_000, 18_000];
    private static readonly int[] FewClients = [500, 1000, 2000, 3000, 4000];

    public static async Task RunAsync(bool isQuick)
    {
        var disturbance = new BackgroundLoad();
        var clients = isQuick ? FewClients : Clients;
        Console.WriteLine("| idle clients of | bytes a client | clients | MiB resident | threads |");
        Console.WriteLine("|---|---:|---:|---:|---:|");
        await RawAsync(clients);
        await PlainAsync(clients);
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task RawAsync(int[] counts)
    {
        var path = SocketPath();
        using var system = new SystemUnderTest("clients raw", idle: true, "shared",
            options: ["--raw-unix", path, $"--Bridge:Raw:Connections={counts[^1] + 1}"]);
        await system.BeginAsync();
        await RowsAsync("the raw listener", path, system.Bridge, Hello, Echo, counts);
    }

    private static async Task PlainAsync(int[] counts)
    {
        var path = SocketPath();
        using var echo = new Child("clients plain", "dotnet", [typeof(ClientMemory).Assembly.Location, "--plain-echo", path]);
        await Clock.UntilAsync("the plain echo listens", () => Task.FromResult(File.Exists(path)));
        await RowsAsync("a plain echo", path, echo, "hello", "hello", counts);
        File.Delete(path);
    }

    private static async Task RowsAsync(string name, string path, Child server, string greeting, string question, int[] counts)
    {
        // One-time costs, such as compiled code and pooled buffers, must not count for any client.
        using (var first = new ClientGroup(new UnixDomainSocketEndPoint(path)))
            await ConnectAsync(first, counts[0], greeting, question);
        await Clock.WaitAsync(2);

        using var clientGroup = new ClientGroup(new UnixDomainSocketEndPoint(path));
        var points = new List<(int, long)>();
        foreach (var count in counts)
        {
            await ConnectAsync(clientGroup, count - clientGroup.Count, greeting, question);
            points.Add((count, ResidentMemory.BytesOf(server.Id)));
            Row(name, points[^1], ResidentMemory.ThreadsOf(server.Id));
        }

        Slope(name, points);
    }

    // Each client has had one response; then nothing happens for a while.
    private static async Task ConnectAsync(ClientGroup clientGroup, int more, string greeting, string question)
    {
        const int AtOnce = 500;
        for (var left = more; left > 0; left -= AtOnce)
        {
            clientGroup.Add(Math.Min(left, AtOnce));
            clientGroup.Greet(Math.Min(left, AtOnce), greeting).EnsureAll();
        }

        clientGroup.Ask(question, TimeSpan.Zero, length: 1).EnsureAll();
        clientGroup.Listen(TimeSpan.FromSeconds(2));
        await Clock.WaitAsync(1);
    }

    private static void Slope(string name, List<(int Clients, long Bytes)> points) =>
        Console.WriteLine(FormattableString.Invariant($"| **{name}** | **{ResidentMemory.Slope(points):0}** | | | |"));

    private static void Row(string name, (int Clients, long Bytes) point, long threads) =>
        Console.WriteLine(FormattableString.Invariant($"| {name} | | {point.Clients:#,0} | {point.Bytes / 1048576.0:0.0} | {threads} |"));

    private static string SocketPath() =>
        Path.Combine(Path.GetTempPath(), $"bridge-bench-{Environment.ProcessId}-{Random.Shared.Next(100_000)}");
}
