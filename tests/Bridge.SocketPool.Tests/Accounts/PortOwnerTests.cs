using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.SocketPool.Accounts;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Accounts;

/// <summary>Finds the account of a real listener with this machine's kernel: by a query, and in the kernel's lists.</summary>
[SupportedOSPlatform("linux")]
public sealed class PortOwnerTests
{
    public PortOwnerTests() => Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux reports the account of a listener.");

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1", true)]
    [InlineData("0.0.0.0", "127.0.0.1", true)]
    [InlineData("::", "127.0.0.1", true)]
    [InlineData("::", "::1", true)]
    [InlineData("::1", "127.0.0.1", false)]
    [InlineData("127.0.0.1", "::1", false)]
    [InlineData("127.0.0.2", "127.0.0.1", false)]
    public void A_listener_is_found_at_the_addresses_whose_connections_it_accepts(string listening, string asked, bool isFound)
    {
        using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
        var address = IPAddress.Parse(listening);
        listener.Bind(new IPEndPoint(address.MapToIPv6(), 0));
        listener.Listen(1);
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;

        Expect(port, isFound ? OwnAccount.Trusts : null, IPAddress.Parse(asked));
    }

    [Fact]
    public async Task A_listener_of_another_account_is_found()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        const string Listen = """
            import socket, sys
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            sys.stdin.read()
            """;
        using var stranger = OtherAccount.Start("/usr/bin/python3", "-c", Listen);
        var port = int.Parse((await stranger.StandardOutput.ReadLineAsync().WaitAsync(Eventually.Patience))!);

        Expect(port, user => user == OtherAccount.User, IPAddress.Loopback, IPAddress.IPv6Loopback);
    }

    private static void Expect(int port, Func<uint, bool>? isExpected, params IPAddress[] addresses)
    {
        foreach (var accounts in new[] { PortOwner.Find(addresses, port), PortOwner.FindInLists(addresses, port) })
        {
            if (isExpected is null)
                Assert.Empty(accounts);
            else
                Assert.True(isExpected(Assert.Single(accounts)));
        }
    }
}
