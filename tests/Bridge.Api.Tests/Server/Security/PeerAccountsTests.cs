using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Server.Security;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Server.Security;

/// <summary>Finds the account at the other end of a real connection, with this machine's kernel.</summary>
[SupportedOSPlatform("linux")]
public sealed class PeerAccountsTests : IDisposable
{
    private readonly PeerAccounts _accounts = new(new BridgeOptions().ToSecurity(), NullLogger<PeerAccounts>.Instance);

    public PeerAccountsTests() =>
        Assert.SkipUnless(OperatingSystem.IsLinux() && _accounts.AreChecked, "This system doesn't report the account of a socket.");

    public void Dispose() => _accounts.Dispose();

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1", null)]
    [InlineData("127.0.0.1", "127.0.0.1", "127.0.0.2")]
    [InlineData("127.0.0.1", "::ffff:127.0.0.1", null)]
    [InlineData("::1", "::1", null)]
    [InlineData("::", "::1", null)]
    [InlineData("::", "127.0.0.1", null)]
    public void A_connection_of_the_same_account_is_not_foreign(string listening, string connecting, string? source)
    {
        using var connection = new Connection(IPAddress.Parse(listening), IPAddress.Parse(connecting),
            source is null ? null : IPAddress.Parse(source));
        Assert.Null(FindForeign(connection));
        connection.Client.Shutdown(SocketShutdown.Send);
        Assert.Null(FindForeign(connection));
    }

    [Fact]
    public async Task A_connection_of_another_account_is_foreign()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        using var listener = Connection.Listen(IPAddress.Loopback);
        using var stranger = OtherAccount.Start("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$0; read -r",
            $"{((IPEndPoint)listener.LocalEndPoint!).Port}");
        using var accepted = await listener.AcceptAsync(TestContext.Current.CancellationToken).AsTask()
            .WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
        Assert.Equal(new ForeignAccount(OtherAccount.User),
            _accounts.FindForeign((IPEndPoint)accepted.LocalEndPoint!, () => (IPEndPoint?)accepted.RemoteEndPoint));
        stranger.Kill();
    }

    [Fact]
    public async Task A_connection_that_its_client_has_closed_is_foreign()
    {
        using var connection = new Connection(IPAddress.Loopback, IPAddress.Loopback);
        connection.Client.Dispose();
        await Eventually.HoldsAsync(() => connection.Accepted.Poll(0, SelectMode.SelectRead), "the end of the connection has arrived");
        Assert.Equal(new ForeignAccount(User: null), FindForeign(connection));
    }

    // Another account resets its connection, and the bridge's account reuses the port: the request must not pass as that account's.
    [Fact]
    public void A_connection_that_is_closed_during_the_lookup_is_foreign()
    {
        using var connection = new Connection(IPAddress.Loopback, IPAddress.Loopback);
        var reads = 0;
        Assert.Equal(new ForeignAccount(User: null), _accounts.FindForeign(connection.Own, () => reads++ == 0 ? connection.Peer : null));
        Assert.Equal(new ForeignAccount(User: null), _accounts.FindForeign(connection.Own, () => null));
        Assert.Equal(new ForeignAccount(User: null), _accounts.FindForeign(null, () => connection.Peer));
    }

    // The kernel returns a listener if there is no connection.
    [Fact]
    public void A_listener_is_not_a_client()
    {
        using var connection = new Connection(IPAddress.Loopback, IPAddress.Loopback);
        using var listener = Connection.Listen(IPAddress.Loopback);
        Assert.Equal(new ForeignAccount(User: null), _accounts.FindForeign(connection.Own, () => (IPEndPoint)listener.LocalEndPoint!));
    }

    [Fact]
    public void Many_lookups_at_once_each_get_their_own_result()
    {
        using var connection = new Connection(IPAddress.Loopback, IPAddress.Loopback);
        var nobody = new IPEndPoint(IPAddress.Loopback, 1);
        Parallel.For(0, 2000,
            i => Assert.Equal(i % 2 == 0, _accounts.FindForeign(connection.Own, () => i % 2 == 0 ? nobody : connection.Peer) is not null));
    }

    [Fact]
    public void With_a_token_or_a_trusted_network_nothing_is_checked()
    {
        var token = new BridgeOptions { Tokens = { ["me"] = new() { Value = "a-token-of-this-test" } } };
        foreach (var options in (BridgeOptions[])[token, new BridgeOptions { TrustNetwork = true }])
        {
            using var accounts = new PeerAccounts(options.ToSecurity(), NullLogger<PeerAccounts>.Instance);
            Assert.False(accounts.AreChecked);
            Assert.Null(accounts.FindForeign(null, () => null));
        }
    }

    private ForeignAccount? FindForeign(Connection connection) => _accounts.FindForeign(connection.Own, () => connection.Peer);

    private sealed class Connection : IDisposable
    {
        private readonly Socket _listener;

        public Connection(IPAddress listening, IPAddress connecting, IPAddress? source = null)
        {
            _listener = Listen(listening);
            Client = new Socket(connecting.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            if (connecting.IsIPv4MappedToIPv6)
                Client.DualMode = true;
            if (source is not null)
                Client.Bind(new IPEndPoint(source, 0));
            Client.Connect(new IPEndPoint(connecting, ((IPEndPoint)_listener.LocalEndPoint!).Port));
            Accepted = _listener.Accept();
        }

        public Socket Client { get; }

        public Socket Accepted { get; }

        public IPEndPoint Own => (IPEndPoint)Accepted.LocalEndPoint!;

        public IPEndPoint Peer => (IPEndPoint)Accepted.RemoteEndPoint!;

        public static Socket Listen(IPAddress address)
        {
            var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            if (address.Equals(IPAddress.IPv6Any))
                listener.DualMode = true;
            listener.Bind(new IPEndPoint(address, 0));
            listener.Listen();
            return listener;
        }

        public void Dispose()
        {
            Client.Dispose();
            Accepted.Dispose();
            _listener.Dispose();
        }
    }
}
