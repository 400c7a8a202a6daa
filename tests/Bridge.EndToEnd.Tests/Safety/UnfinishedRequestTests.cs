using System.Diagnostics;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Many clients without a token that each send most of a request and no end.</summary>
public sealed class UnfinishedRequestTests
{
    private const int Clients = 900;
    private const int MiB = 1024 * 1024;

    private static readonly byte[] Filling = Encoding.ASCII.GetBytes(new string('x', 3 * MiB));

    [Theory]
    [InlineData("GET /mgbaendpoint?message=", 3 * MiB)]
    [InlineData("GET /emulators/default?message=", 3 * MiB)]
    [InlineData("PUT /emulators/default/state HTTP/1.1\r\nHost: {0}\r\nContent-Type: application/octet-stream\r\n"
        + "Content-Length: 2097152\r\n\r\n", (2 * MiB) - 1)]
    public async Task They_take_little_memory_delay_nobody_and_leave_nothing(string beginning, int rest)
    {
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        await TimeOfHealthAsync(bridge.Address);
        var start = ResidentOf(bridge);
        var most = start;
        var times = new List<TimeSpan>();
        var sockets = Enumerable.Range(0, Clients)
            .Select(_ => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)).ToList();
        var sending = Task.WhenAll(
            sockets.Select(socket => SendAsync(socket, bridge.Address, string.Format(null, beginning, bridge.Address.Authority), rest)));
        do
        {
            times.Add(await TimeOfHealthAsync(bridge.Address));
            most = Math.Max(most, ResidentOf(bridge));
        } while (!sending.IsCompleted || times.Count < 20);

        sockets.ForEach(socket => socket.Dispose());
        await sending;
        Assert.InRange((most - start) / MiB, 0, 200);
        Assert.InRange(times.Order().ElementAt(times.Count / 2).TotalMilliseconds, 0, 100);
        await Eventually.HoldsAsync(async () =>
        {
            // Others send requests meanwhile.
            await TimeOfHealthAsync(bridge.Address);
            return ResidentOf(bridge) < start + (40 * MiB);
        }, "the memory is back");
    }

    private static long ResidentOf(BridgeProcess bridge)
    {
        using var process = Process.GetProcessById(bridge.Id);
        return process.WorkingSet64;
    }

    private static async Task<TimeSpan> TimeOfHealthAsync(Uri address)
    {
        var start = TimeProvider.System.GetTimestamp();
        Assert.Equal(200, (await RawHttp.AskAsync(address, "GET", "/health/live")).Status);
        return TimeProvider.System.GetElapsedTime(start);
    }

    // Until all of it was read, or the bridge has closed the connection.
    private static async Task SendAsync(Socket socket, Uri address, string beginning, int rest)
    {
        try
        {
            await socket.ConnectAsync(address.Host, address.Port);
            await socket.SendAsync(Encoding.ASCII.GetBytes(beginning));
            for (var sent = 0; sent < rest;)
                sent += await socket.SendAsync(Filling.AsMemory(sent, rest - sent));
        }
        catch (SocketException)
        {
            // Refused.
        }
    }
}
