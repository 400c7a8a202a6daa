using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Many clients that each send most of a message without its end, and their effect on other clients.</summary>
internal static class UnfinishedClients
{
    private const int Count = 900;
    private const int MiB = 1024 * 1024;

    /// <summary>Lets them send, and asserts that they take little memory, delay nobody, and leave nothing behind.</summary>
    /// <param name="bridge">The bridge.</param>
    /// <param name="address">The address to connect to.</param>
    /// <param name="message">The unfinished message of each client.</param>
    /// <param name="askAsync">Sends a request as another client, and checks the response.</param>
    public static async Task CheckAsync(BridgeProcess bridge, EndPoint address, ReadOnlyMemory<byte> message, Func<Task> askAsync)
    {
        await askAsync();
        var start = ResidentOf(bridge);
        var max = start;
        var times = new List<TimeSpan>();
        var protocol = address.AddressFamily is AddressFamily.Unix ? ProtocolType.Unspecified : ProtocolType.Tcp;
        var sockets = Enumerable.Range(0, Count).Select(_ => new Socket(address.AddressFamily, SocketType.Stream, protocol)).ToList();
        var sending = Task.WhenAll(sockets.Select(socket => SendAsync(socket, address, message)));
        do
        {
            var begin = TimeProvider.System.GetTimestamp();
            await askAsync();
            times.Add(TimeProvider.System.GetElapsedTime(begin));
            max = Math.Max(max, ResidentOf(bridge));
        } while (!sending.IsCompleted || times.Count < 20);

        sockets.ForEach(socket => socket.Dispose());
        await sending;
        Assert.InRange((max - start) / MiB, 0, 200);
        Assert.InRange(times.Order().ElementAt(times.Count / 2).TotalMilliseconds, 0, 100);
        await Eventually.HoldsAsync(async () =>
        {
            // Other clients send requests meanwhile.
            await askAsync();
            return ResidentOf(bridge) < start + (40 * MiB);
        }, "the memory is back");
    }

    private static long ResidentOf(BridgeProcess bridge)
    {
        using var process = Process.GetProcessById(bridge.Id);
        return process.WorkingSet64;
    }

    // Sends the message until all of it is sent, or the bridge has closed the connection.
    private static async Task SendAsync(Socket socket, EndPoint address, ReadOnlyMemory<byte> message)
    {
        try
        {
            await socket.ConnectAsync(address);
            for (var sent = 0; sent < message.Length;)
                sent += await socket.SendAsync(message[sent..]);
        }
        catch (SocketException)
        {
            // Refused.
        }
    }
}
