using System.Buffers;
using System.Net.Sockets;

namespace Bridge.LoadBench;

/// <summary>
/// The baseline for idle clients of the raw listener, in a process of its own: a plain echo server on a Unix socket with .NET's sockets.
/// Each client has an asynchronous method that waits with a zero-byte read, so that an idle client holds no buffer.
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
                    // The clients have disconnected.
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
