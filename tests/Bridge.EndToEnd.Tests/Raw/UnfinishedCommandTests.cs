using System.Diagnostics;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>Many clients of the raw listener that each send most of a command and no end.</summary>
public sealed class UnfinishedCommandTests
{
    private const int Clients = 900;
    private const int MiB = 1024 * 1024;

    private static readonly byte[] Filling =
        Encoding.ASCII.GetBytes($"hello 1<|END|>state.load/2097152 31\n{new string('x', (2 * MiB) - 1)}");

    [Fact]
    public async Task They_take_little_memory_delay_nobody_and_leave_nothing()
    {
        var path = SocketPath.Take();
        await using var bridge = new BridgeProcess("--raw-unix", path, $"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        using var other = await RawClient.GreetAsync(path);
        await TimeOfReplyAsync(other);
        var start = ResidentOf(bridge);
        var most = start;
        var times = new List<TimeSpan>();
        var sockets = Enumerable.Range(0, Clients)
            .Select(_ => new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)).ToList();
        var sending = Task.WhenAll(sockets.Select(socket => SendAsync(socket, path)));
        do
        {
            times.Add(await TimeOfReplyAsync(other));
            most = Math.Max(most, ResidentOf(bridge));
        } while (!sending.IsCompleted || times.Count < 20);

        sockets.ForEach(socket => socket.Dispose());
        await sending;
        Assert.InRange((most - start) / MiB, 0, 200);
        Assert.InRange(times.Order().ElementAt(times.Count / 2).TotalMilliseconds, 0, 100);
        await Eventually.HoldsAsync(async () =>
        {
            // Others send commands meanwhile.
            await TimeOfReplyAsync(other);
            return ResidentOf(bridge) < start + (40 * MiB);
        }, "the memory is back");
    }

    private static long ResidentOf(BridgeProcess bridge)
    {
        using var process = Process.GetProcessById(bridge.Id);
        return process.WorkingSet64;
    }

    private static async Task<TimeSpan> TimeOfReplyAsync(RawClient client)
    {
        var start = TimeProvider.System.GetTimestamp();
        Assert.Equal("no-emulator", (await client.AskAsync("echo")).Word);
        return TimeProvider.System.GetElapsedTime(start);
    }

    // Until all of it was read, or the bridge has closed the connection.
    private static async Task SendAsync(Socket socket, string path)
    {
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path));
            for (var sent = 0; sent < Filling.Length;)
                sent += await socket.SendAsync(Filling.AsMemory(sent));
        }
        catch (SocketException)
        {
            // Refused.
        }
    }
}
