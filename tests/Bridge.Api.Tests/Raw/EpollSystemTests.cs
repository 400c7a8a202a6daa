using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Bridge.Api.Raw;

namespace Bridge.Api.Tests.Raw;

/// <summary>What the raw door is told of its sockets.</summary>
[SupportedOSPlatform("linux")]
public sealed class EpollSystemTests
{
    // As while a program is started, whose copy of all files lasts until it runs. By then the place of the client is another's.
    [Fact]
    public async Task Of_a_closed_socket_nothing_more_is_told_even_if_somebody_has_a_copy()
    {
        var token = TestContext.Current.CancellationToken;
        using var system = new EpollSystem();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, token);
        using var copy = await listener.AcceptSocketAsync(token);
        var socket = Duplicate((int)copy.Handle);
        var happened = new DoorEvent[4];
        Assert.True(system.Watch(socket, 5, DoorInterest.Receive, isNew: true));
        await client.GetStream().WriteAsync("x"u8.ToArray(), token);
        Assert.Equal(1, system.Wait(happened, 10_000));
        Assert.Equal(5, happened[0].Tag);

        system.Close(socket);
        Assert.Equal(0, system.Wait(happened, 0));
    }

    [DllImport("libc", EntryPoint = "dup", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Duplicate(int file);
}
