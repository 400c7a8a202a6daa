using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Tests.Fleet;

/// <summary>The search for a host whose key another host has.</summary>
public sealed class HostSearchTests
{
    private static readonly WantedKey Key = new("key", "body", null);

    [Theory]
    [InlineData("", false)]
    [InlineData("h1 h2", false)]
    [InlineData("h1", true)]
    public async Task A_key_is_taken_from_its_host_only_if_that_is_known_to_be_lost(string known, bool isTaken)
    {
        var keys = new OneKey(new FleetCreationKey("h2", "body", "h2-abcdef"));
        var hosts = known.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(id => PlacementTests.HostOf(id, 2)).ToArray();

        var placed = await SearchAsync(keys, hosts);

        Assert.Equal(isTaken ? PlacedKind.Done : PlacedKind.Unreachable, placed.Kind);
        Assert.Equal(isTaken ? FleetCreationKey.NoHost : "h2", keys.Value.Host);
    }

    [Fact]
    public async Task A_key_of_another_body_is_sent_to_no_host() => Assert.Equal(PlacedKind.OtherBody, (await SearchAsync(
        new OneKey(new FleetCreationKey("h2", "another", "h2-abcdef")), PlacementTests.HostOf("h1", 2))).Kind);

    // Only this host answers.
    private static Task<Placed<string>> SearchAsync(OneKey keys, params FleetHost[] hosts)
    {
        var fleet = new FleetDirectory();
        fleet.Replace(PlacementTests.CopyOf(hosts));
        return new HostSearch<string>("h1", fleet, new Placement(new Random(1)), keys).RunAsync(null, Key,
            host => Task.FromResult(
                host == "h1" ? new Placed<string>(PlacedKind.Done, "h1-abcdef") : new Placed<string>(PlacedKind.Unreachable)),
            CancellationToken.None);
    }

    private sealed class OneKey(FleetCreationKey value) : IKeyStore
    {
        public FleetCreationKey Value { get; private set; } = value;

        public Task<FleetCreationKey> ReserveAsync(string key, FleetCreationKey wanted, CancellationToken cancellationToken) =>
            Task.FromResult(Value);

        public Task<bool> ReplaceAsync(string key, FleetCreationKey other, long revision, CancellationToken cancellationToken)
        {
            Value = other;
            return Task.FromResult(true);
        }
    }
}
