using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Members of a fleet sign in to etcd, and again when it refuses their tokens.</summary>
public sealed class EtcdAccountTests
{
    private const string Password = "secret";

    [Fact]
    public async Task After_a_change_of_the_accounts_the_hosts_sign_in_again()
    {
        await using var etcd = await StartAsync(TimeSpan.FromMinutes(5));
        await using var first = await StartAsync(etcd, "h1");
        await using var second = await StartAsync(etcd, "h2");
        await first.SeesHeartbeatsOfAsync("h2");

        Assert.NotNull(await etcd.AskAsRootAsync(Password, "auth/user/add", """{"name": "x", "password": "y"}"""));

        await first.SeesHeartbeatsOfAsync("h2");
        await second.SeesHeartbeatsOfAsync("h1");
        Assert.NotNull(await first.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None));
        Assert.NotNull(await second.Names.TryReserveAsync("blue", new FleetAlias("h2"), CancellationToken.None));
        await Eventually.HoldsAsync(
            () => first.Snapshot.HostIdOf("blue") == "h2" && second.Snapshot.HostIdOf("red") == "h1", "both names are known");
    }

    [Fact]
    public async Task A_watch_that_begins_with_a_refused_token_signs_in_again()
    {
        await using var etcd = await StartAsync(TimeSpan.FromMinutes(5));
        await using var host = await StartAsync(etcd, "h1");
        var revision = (await host.Etcd.RangeAsync(new RangeRequest("a"u8.ToArray()), CancellationToken.None)).Header.Revision;

        Assert.NotNull(await etcd.AskAsRootAsync(Password, "auth/user/add", """{"name": "x", "password": "y"}"""));

        await using var watch = await host.Etcd.WatchAsync(
            new WatchCreate("a"u8.ToArray(), "b"u8.ToArray(), revision + 1), CancellationToken.None);
        await host.Etcd.TxnAsync(
            TxnRequest.Put(new PutRequest("a"u8.ToArray(), "1"u8.ToArray())), CancellationToken.None);
        var changes = await watch.NextAsync(CancellationToken.None).WaitAsync(Eventually.Patience);
        Assert.Equal("a"u8.ToArray(), Assert.Single(changes.Events!).Kv.Key);
    }

    [Fact]
    public async Task Tokens_that_expire_are_replaced()
    {
        await using var etcd = await StartAsync(TimeSpan.FromSeconds(1));
        await using var host = await StartAsync(etcd, "h1");

        await host.SeesHeartbeatsOfAsync("h1", heartbeats: 4);

        Assert.True(host.HasLease);
    }

    [Fact]
    public async Task With_the_wrong_password_the_host_goes_on_and_with_the_right_one_it_is_back()
    {
        const string Other = "another";
        await using var etcd = await StartAsync(TimeSpan.FromMinutes(5));
        await using var host = await StartAsync(etcd, "h1");

        Assert.NotNull(await etcd.AskAsRootAsync(Password, "auth/user/changepw", $$"""{"name": "root", "password": "{{Other}}"}"""));
        await Eventually.HoldsAsync(async () =>
        {
            try
            {
                await host.Names.FindAsync("red", CancellationToken.None);
                return false;
            }
            catch (EtcdException exception)
            {
                return exception.Message.Contains("authentication failed", StringComparison.Ordinal);
            }
        }, "etcd refuses the host");

        Assert.NotNull(await etcd.AskAsRootAsync(Other, "auth/user/changepw", $$"""{"name": "root", "password": "{{Password}}"}"""));
        await host.SeesHeartbeatsOfAsync("h1");
        Assert.NotNull(await host.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None));
    }

    private static async Task<EtcdServer> StartAsync(TimeSpan tokenTime)
    {
        var etcd = await EtcdServer.StartAsync(tokenTime: tokenTime);
        await etcd.RequireAccountsAsync(Password);
        return etcd;
    }

    private static Task<FleetNode> StartAsync(EtcdServer etcd, string id) =>
        FleetNode.StartAsync(etcd.Addresses, id, "--Bridge:Fleet:EtcdUser=root", $"--Bridge:Fleet:EtcdPassword={Password}");
}
