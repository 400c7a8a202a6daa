using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Testing;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>What a fleet keeps of a creation whose client hangs up at the moment of success.</summary>
public sealed class OwnCreationTests : IAsyncLifetime
{
    private static readonly NewEmulator Red = NewEmulator.Read(new CreateRequest("a.gba", Name: "red"));

    private EtcdServer _etcd = null!;
    private FleetNode _node = null!;

    public async ValueTask InitializeAsync()
    {
        _etcd = await EtcdServer.StartAsync();
        _node = await FleetNode.StartAsync(_etcd.Addresses, "h1");
        await Eventually.HoldsAsync(() => _node.Snapshot.Members.ContainsKey("h1"), "it is a member");
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
        var lease = new EmulatorLease(TimeProvider.System, duration: null);
        var emulator = new CreatedEmulator(directory.Connect("red", 1), "a.gba", new Dictionary<string, string>(), lease) { Key = "key" };

        await Assert.ThrowsAsync<OperationCanceledException>(() => CreateAsync(() =>
        {
            directory.Add(emulator);
            throw new OperationCanceledException();
        }));

        Assert.Equal("h1", (await _node.Names.FindAsync("red", CancellationToken.None))?.Host);
        Assert.Equal("h1", (await KeyAsync()).Host);
        Assert.Equal(["red"], _node.Get<ChosenNames>().Running.Select(entry => entry.Key));
        // The same key gives the same emulator, and creates none.
        var again = await CreateAsync(() => throw new InvalidOperationException("It is created again."));
        Assert.Same(emulator, Assert.IsType<Creation.Here>(again.Result).Emulator);

        await directory.RemoveAsync(emulator);
        await Eventually.HoldsAsync(
            async () => await _node.Names.FindAsync("red", CancellationToken.None) is null, "its end releases the name");
    }

    [Fact]
    public async Task Those_of_one_that_is_not_there_are_free()
    {
        await Assert.ThrowsAsync<OperationCanceledException>(() => CreateAsync(() => throw new OperationCanceledException()));

        Assert.Null(await _node.Names.FindAsync("red", CancellationToken.None));
        Assert.Equal(FleetCreationKey.NoHost, (await KeyAsync()).Host);
        Assert.False(_node.Get<ChosenNames>().Has("red"));
    }

    private Task<Placed<Creation>> CreateAsync(Func<Creation> create) => new OwnCreations(
        _node.Get<KeyReservations<Creation>>(), _node.Get<ChosenNames>(), new Scripted(create), _node.Get<EmulatorDirectory>())
        .CreateAsync(Red, "key", CancellationToken.None);

    private Task<FleetCreationKey> KeyAsync() => _node.Keys.ReserveAsync(
        "key", new FleetCreationKey("h2", OwnCreations.KeyOf(Red, "key")!.BodyHash, null), CancellationToken.None);

    private sealed class Scripted(Func<Creation> create) : ICreations
    {
        public Task<Creation> CreateAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken) =>
            Task.FromResult(create());
    }
}
