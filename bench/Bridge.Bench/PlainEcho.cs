using System.Buffers;
using System.Net.Sockets;

namespace Bridge.Bench;

/// <summary>
/// What idle clients of the raw listener are compared with, a process of its own: an echo on a Unix socket as one would write it with
/// .NET's own sockets, an asynchronous method for each client that waits with a read of no bytes, so that it holds no buffer meanwhile.
/// </summary>
internal static class PlainEcho
{
    public static async Task RunAsync(string path)
    {
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(4096);
        while (true)
            _ = EchoAsync(await listener.AcceptAsync());
    }

    private static async Task EchoAsync(Socket socket)
    {
        using (socket)
        {
            while (true)
            {
                await socket.ReceiveAsync(Memory<byte>.Empty);
                var buffer = ArrayPool<byte>.Shared.Rent(4096);
                try
                {
                    if (await socket.ReceiveAsync(buffer.AsMemory()) is not (> 0 and var count))
                        return;
                    await socket.SendAsync(buffer.AsMemory(0, count));
                }
                catch (SocketException)
                {
                    // The crowd goes home.
                    return;
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(buffer);
                }
            }
        }
    }
}
