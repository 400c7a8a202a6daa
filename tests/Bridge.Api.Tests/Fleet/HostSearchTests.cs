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
        var world = new Unreachable(PlacementTests.CopyOf(hosts));

        var result = await new HostSearch("h1", new Placement(new Random(1)), keys).RunAsync(null, Key, world, CancellationToken.None);

        Assert.Equal(isTaken ? PlacingKind.Responded : PlacingKind.Unreachable, result.Kind);
        Assert.Equal(isTaken ? FleetCreationKey.NoHost : "h2", keys.Value.Host);
    }

    [Fact]
    public async Task A_key_of_another_body_asks_no_host()
    {
        var keys = new OneKey(new FleetCreationKey("h2", "another", "h2-abcdef"));

        var result = await new HostSearch("h1", new Placement(new Random(1)), keys).RunAsync(
            null, Key, new Unreachable(PlacementTests.CopyOf(PlacementTests.HostOf("h1", 2))), CancellationToken.None);

        Assert.Equal(PlacingKind.OtherBody, result.Kind);
    }

    private sealed class OneKey(FleetCreationKey value) : IKeyStore
    {
        public FleetCreationKey Value { get; private set; } = value;

        public Task<FleetCreationKey> TakeAsync(string key, FleetCreationKey wanted, CancellationToken cancellationToken) =>
            Task.FromResult(Value);

        public Task<bool> ReplaceAsync(string key, FleetCreationKey other, long revision, CancellationToken cancellationToken)
        {
            Value = other;
            return Task.FromResult(true);
        }
    }

    // Only this host answers.
    private sealed class Unreachable(FleetCopy copy) : ISearchedHosts
    {
        public FleetCopy Copy => copy;

        public Task<PlacingResult> AskAsync(string host) =>
            Task.FromResult(host == "h1" ? PlacingResult.Responded : PlacingResult.Unreachable);
    }
}
