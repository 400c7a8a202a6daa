using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool.Secrets;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Secrets;

/// <summary>Finds the account at the other end of real connections, with this machine's kernel.</summary>
public sealed class PeerAccountTests
{
    public PeerAccountTests() => Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux reports the account of a peer.");

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1")]
    [InlineData("0.0.0.0", "127.0.0.1")]
    [InlineData("::", "127.0.0.1")]
    [InlineData("::", "::1")]
    public async Task An_own_program_is_found_once_it_accepts_and_until_it_closes(string listening, string connected)
    {
        using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
        listener.Bind(new IPEndPoint(IPAddress.Parse(listening).MapToIPv6(), 0));
        listener.Listen(1);
        using var client = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(IPAddress.Parse(connected), ((IPEndPoint)listener.LocalEndPoint!).Port);
        var peer = new PeerAccount(client);
        Assert.Equal((null, true), (peer.FindProgram(), peer.FindListener()?.IsTrusted));
        using var accepted = await listener.AcceptAsync();
        listener.Dispose();
        Assert.Equal((true, null), (peer.FindProgram()?.IsTrusted, peer.FindListener()));
        accepted.Dispose();
        Assert.Equal((null, null), (peer.FindProgram(), peer.FindListener()));
    }

    [Fact]
    public async Task A_unix_socket_has_the_account_of_its_listener()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-peer-");
        try
        {
            var place = new UnixDomainSocketEndPoint(Path.Combine(folder.FullName, "socket"));
            using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            listener.Bind(place);
            listener.Listen(1);
            using var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            await client.ConnectAsync(place);
            Assert.True(new PeerAccount(client).FindProgram()?.IsTrusted);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // A program that accepts a connection and closes its listener at once was once taken for nobody, and trusted.
    [Theory]
    [InlineData("playing")]
    [InlineData("closing")]
    public async Task A_program_of_another_account_is_found(string mode)
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        var port = FreePort.Take();
        using var stranger = new ForeignListener(port, mode);
        await stranger.ListensAsync();
        for (var i = 0; i < 50; i++)
        {
            using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                await client.ConnectAsync(IPAddress.Loopback, port);
                await client.SendAsync("1 hello 0 0 3 me -\n<|END|>"u8.ToArray());
                Assert.True(await client.ReceiveAsync(new byte[1000]) > 0);
            }
            catch (SocketException)
            {
                // It opens its listener again, or closed it with this connection unaccepted.
                continue;
            }

            Assert.Equal((OtherAccount.User, false), ((int, bool)?)new PeerAccount(client).FindProgram());
        }
    }
}
