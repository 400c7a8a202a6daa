using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Bridge.RawListener.Sockets;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>The socket events that the raw listener gets from the kernel.</summary>
[SupportedOSPlatform("linux")]
public sealed class EpollSystemTests
{
    // As when a program is started: the child holds copies of all descriptors until it runs. Meanwhile another client takes the slot.
    [Fact]
    public async Task A_closed_socket_gets_no_more_events_even_if_another_process_has_a_copy()
    {
        var token = TestContext.Current.CancellationToken;
        using var system = new EpollSystem();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, token);
        using var copy = await listener.AcceptSocketAsync(token);
        var socket = Duplicate((int)copy.Handle);
        var happened = new SocketEvent[4];
        Assert.True(system.Watch(socket, 5, SocketInterest.Receive, isNew: true));
        await client.GetStream().WriteAsync("x"u8.ToArray(), token);
        Assert.Equal(1, system.Wait(happened, 10_000));
        Assert.Equal(5, happened[0].Tag);

        system.Close(socket);
        Assert.Equal(0, system.Wait(happened, 0));
    }

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1")]
    [InlineData("::1", "::1")]
    [InlineData("::", "127.0.0.1")]
    public void Both_end_points_of_a_connection_are_known_until_it_is_reset(string listening, string connecting)
    {
        using var system = new EpollSystem();
        using var listener = new Socket(IPAddress.Parse(listening).AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        if (listening == "::")
            listener.DualMode = true;
        listener.Bind(new IPEndPoint(IPAddress.Parse(listening), 0));
        listener.Listen();
        var door = new IPEndPoint(IPAddress.Parse(connecting), ((IPEndPoint)listener.LocalEndPoint!).Port);
        using var client = new Socket(door.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { LingerState = new LingerOption(true, 0) };
        client.Connect(door);
        using var accepted = listener.Accept();
        var socket = (int)accepted.Handle;
        Assert.Equal((door, client.LocalEndPoint), (system.GetLocalEndPoint(socket), system.GetRemoteEndPoint(socket)));

        client.Dispose();
        Assert.Equal((door, null), (system.GetLocalEndPoint(socket), system.GetRemoteEndPoint(socket)));
    }

    [Fact]
    public void A_Unix_socket_has_no_end_points()
    {
        using var system = new EpollSystem();
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint($"\0bridge-{Guid.NewGuid():N}"));
        listener.Listen();
        using var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        client.Connect(listener.LocalEndPoint!);
        using var accepted = listener.Accept();
        Assert.Null(system.GetLocalEndPoint((int)accepted.Handle));
        Assert.Null(system.GetRemoteEndPoint((int)accepted.Handle));
    }

    [DllImport("libc", EntryPoint = "dup", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Duplicate(int file);
}
