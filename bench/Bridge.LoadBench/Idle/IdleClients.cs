using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Bridge.Testing;

namespace Bridge.LoadBench.Idle;

/// <summary>
/// Measures the cost of HTTP clients that keep a connection, send a request now and then, and are idle for minutes:
/// clients of the bridge and of a bare ASP.NET host, event subscribers, and clients in memory beyond the limit of file descriptors.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class IdleClients
{
    /// <summary>The path of the requests.</summary>
    public const string Echo = "/mgbaendpoint?message=hello";

    public static async Task RunAsync(IdlePlan plan)
    {
        var disturbance = new BackgroundLoad();
        var standing = new StandingClients(plan);
        var asking = new AskingClients(plan);
        StandingClients.Head();
        await BareAsync(standing);
        using (var system = new SystemUnderTest("clients idle", idle: true, "shared", isCompared: false,
            options: [$"--Bridge:Connections={plan.Clients[^1] + 100}"]))
        {
            await system.BeginAsync();
            var (endpoint, request) = RequestTo(system.Address);
            var length = await LengthAsync(endpoint, request);
            using var clientGroup = standing.Measure("the bridge, HTTP", system.Bridge, endpoint, request, length, hasGoal: true);
            asking.Measure(system, clientGroup, request, length);
        }

        StandingClients.Head();
        await new ListeningClients(plan).MeasureAsync(standing);
        await new ClientsInMemory(plan).MeasureAsync();
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    /// <summary>The address that clients connect to, and the request that they send.</summary>
    public static (EndPoint Endpoint, string Request) RequestTo(string address, string path = Echo)
    {
        var uri = new Uri(address);
        return (new IPEndPoint(IPAddress.Loopback, uri.Port), $"GET {path} HTTP/1.1\r\nHost: {uri.Authority}\r\n\r\n");
    }

    private static async Task BareAsync(StandingClients standing)
    {
        using var bare = await BareHost.StartAsync("clients bare");
        var (endpoint, request) = RequestTo(bare.Address);
        var length = await LengthAsync(endpoint, request);
        standing.Measure("a bare host, HTTP", bare.Child, endpoint, request, length).Dispose();
    }

    private static async Task<int> LengthAsync(EndPoint endpoint, string request)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(endpoint);
        await socket.SendAsync(Encoding.ASCII.GetBytes(request));
        // A response of 200 bytes arrives in one piece.
        return await socket.ReceiveAsync(new byte[4096].AsMemory());
    }
}
