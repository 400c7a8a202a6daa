using System.Net;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>The raw listener of a bridge that doesn't have the emulator.</summary>
public sealed class MovedTests(MovedTests.WithRawListener fleet) : IClassFixture<MovedTests.WithRawListener>
{
    [Fact]
    public async Task A_hello_is_told_where_the_emulator_is()
    {
        fleet.Tell(["red"]);
        foreach (var name in (string[])["red", "h02-abcdef"])
        {
            using var client = await RawClient.ConnectAsync(new IPEndPoint(IPAddress.Loopback, fleet.Port));
            await client.SendAsync($"hello 1 {name}");
            var reply = Assert.Single(await client.EndsAsync());
            Assert.Equal(("moved", "127.0.0.1:7186"), (reply.Word, Assert.Single(reply.Arguments)));
            Assert.Contains("h02", reply.Payload, StringComparison.Ordinal);
        }

        using var unknown = await RawClient.ConnectAsync(new IPEndPoint(IPAddress.Loopback, fleet.Port));
        Assert.Equal("unknown-emulator", (await unknown.AskAsync("hello 1 nobody")).Word);
    }

    /// <summary>A pair whose entry has a raw listener.</summary>
    public sealed class WithRawListener : FleetPair
    {
        public int Port { get; } = FreePort.Take();

        protected override (string Name, string Value)[] EntrySettings => [("Bridge:Raw:Address", $"127.0.0.1:{Port}")];
    }
}
