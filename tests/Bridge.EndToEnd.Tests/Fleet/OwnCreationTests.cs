using Bridge.Api.Emulators;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.OnDemand;
using Bridge.Testing;
using Microsoft.AspNetCore.Http;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>What a fleet keeps of a creation whose client hangs up at the moment of success.</summary>
public sealed class OwnCreationTests : IAsyncLifetime
{
    private static readonly CreateRequest Red = new("a.gba", Name: "red");

    private EtcdServer _etcd = null!;
    private FleetNode _node = null!;

    public async ValueTask InitializeAsync()
    {
        _etcd = await EtcdServer.StartAsync();
        _node = await FleetNode.StartAsync(_etcd.Addresses, "h1");
        await Eventually.HoldsAsync(() => _node.Copy.Members.ContainsKey("h1"), "it is a member");
    }

    public async ValueTask DisposeAsync()
    {
        await _node.DisposeAsync();
        await _etcd.DisposeAsync();
    }

    [Fact]
    public async Task The_name_and_the_key_of_an_emulator_that_is_there_are_kept()
    {
        var directory = _node.Get<EmulatorDirectory>();
        var lease = new EmulatorLease(TimeProvider.System, null);
        var emulator = new CreatedEmulator(directory.Connect("red", 1), "a.gba", new Dictionary<string, string>(), lease) { Key = "key" };

        await Assert.ThrowsAsync<OperationCanceledException>(() => RunAsync(_ =>
        {
            directory.Add(emulator);
            throw new OperationCanceledException();
        }));

        Assert.Equal("h1", (await _node.Names.FindAsync("red", CancellationToken.None))?.Host);
        Assert.Equal("h1", (await KeyAsync()).Host);
        Assert.Equal(["red"], _node.Get<ChosenNames>().Running.Select(entry => entry.Key));
        PlacedCreation? placed = null;
        await RunAsync(context =>
        {
            placed = context.Features.Get<PlacedCreation>();
            return Task.CompletedTask;
        });
        Assert.Same(emulator, placed!.Existing);

        await directory.RemoveAsync(emulator);
        await Eventually.HoldsAsync(
            async () => await _node.Names.FindAsync("red", CancellationToken.None) is null, "its end releases the name");
    }

    [Fact]
    public async Task Those_of_one_that_is_not_there_are_free()
    {
        await Assert.ThrowsAsync<OperationCanceledException>(() => RunAsync(_ => throw new OperationCanceledException()));

        Assert.Null(await _node.Names.FindAsync("red", CancellationToken.None));
        Assert.Equal(FleetCreationKey.NoHost, (await KeyAsync()).Host);
        Assert.False(_node.Get<ChosenNames>().Has("red"));
    }

    private async Task RunAsync(RequestDelegate endpoint)
    {
        var wanted = new WantedCreation([], Red, "key", TimeSpan.Zero);
        await _node.Get<OwnCreation>().RunAsync(new DefaultHttpContext(), wanted, endpoint);
    }

    private Task<FleetCreationKey> KeyAsync() => _node.Creations.TakeAsync(
        "key", new FleetCreationKey("h2", new WantedCreation([], Red, "key", TimeSpan.Zero).Hash, null), CancellationToken.None);
}
