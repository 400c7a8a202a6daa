using System.Runtime.Versioning;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The keeper of the leases looks at them each second. <see cref="LeaseTests"/> has the races with clients.</summary>
[SupportedOSPlatform("linux")]
public sealed class ExpiryTests : OnDemandTest
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    private LeaseKeeper Keeper => Parts.Get<LeaseKeeper>();

    [Fact]
    public async Task An_emulator_that_no_client_used_ends_after_a_minute_and_its_game_is_kept()
    {
        await Parts.StartAsync<LeaseKeeper>();
        var created = await Parts.CreateAsync("red");
        await PassAsync(TimeSpan.FromSeconds(56));
        await Hosts.HoldsAsync(() => created.Client.State == EmulatorState.Running, "it is connected");
        Assert.True(IsThere(created));

        await Hosts.HoldsAsync(() => Keeper.Expired == 1, "its lease has ended", Step);

        Assert.False(IsThere(created));
        Assert.Single(Directory.GetFiles(Hosts.States, "expired.state", SearchOption.AllDirectories));
        Assert.Equal(4, Parts.Places.Free);
        Assert.Contains("The lease of the emulator red has ended", Parts.Logged);
    }

    [Fact]
    public async Task A_request_gives_an_emulator_the_whole_lease_and_an_open_stream_keeps_it()
    {
        await Parts.StartAsync<LeaseKeeper>();
        var created = await Parts.CreateAsync(new CreateRequest(Name: "red", Lease: new LeaseSetting(90)));
        using (await Hosts.FinishesAsync(created.Client.SaveStateAsync(StateParts.Fast, CancellationToken.None).AsTask()))
            await PassAsync(TimeSpan.FromSeconds(88));
        Assert.True(IsThere(created));

        using var stop = new CancellationTokenSource();
        using var stream = await Hosts.FinishesAsync(
            Parts.Get<EventFeeds>().Of(created.Client).JoinAsync(EventTopic.State, watches: null, lastId: null, stop.Token));
        await PassAsync(TimeSpan.FromSeconds(200));
        Assert.True(IsThere(created));
    }

    [Fact]
    public async Task An_emulator_whose_lease_never_ends_stays_and_a_failed_one_ends_without_a_state()
    {
        await Parts.StartAsync<LeaseKeeper>();
        var forever = await Parts.CreateAsync(new CreateRequest(Name: "red", Lease: new LeaseSetting()));
        var failed = await Parts.CreateAsync(new CreateRequest(Name: "blue", Lease: new LeaseSetting(5)));
        Hosts.BeginWith("exit 1");
        Hosts.Kill("blue");
        await Hosts.HoldsAsync(() => failed.Failure is not null, "it has failed");

        await PassAsync(TimeSpan.FromMinutes(20));

        await Hosts.HoldsAsync(() => !IsThere(failed), "its lease has ended");
        Assert.True(IsThere(forever));
        Assert.False(Directory.Exists(Hosts.States));
        Assert.DoesNotContain(Parts.Logged, line => line.Contains("was not kept", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_state_that_can_not_be_kept_keeps_no_emulator()
    {
        File.WriteAllText(Hosts.States, "a file in the place of the folder");
        await Parts.StartAsync<LeaseKeeper>();
        var created = await Parts.CreateAsync(new CreateRequest(Name: "red", Lease: new LeaseSetting(5)));

        await PassAsync(TimeSpan.FromSeconds(8));

        await Hosts.HoldsAsync(() => !IsThere(created), "its lease has ended");
        Assert.Contains(Parts.Logged,
            line => line.StartsWith("The last state of the emulator red was not kept: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task At_most_once_an_hour_the_states_of_yesterday_are_deleted()
    {
        await Parts.StartAsync<LeaseKeeper>();
        foreach (var name in (string[])["red", "blue"])
            await ExpireAsync(name);
        SetAge("red", 24.1);
        await ExpireAsync("green");
        Assert.NotNull(StateOf("red"));

        var later = await Parts.CreateAsync("later");
        later.Lease.Renew(TimeSpan.FromHours(1.1));
        await PassAsync(TimeSpan.FromHours(1));
        SetAge("red", 24.1);
        SetAge("blue", 23);
        await PassAsync(TimeSpan.FromMinutes(7));

        await Hosts.HoldsAsync(() => StateOf("red") is null, "it is deleted");
        Assert.NotNull(StateOf("blue"));
        Assert.NotNull(StateOf("green"));
    }

    private string? StateOf(string name) => Directory.GetFiles(Hosts.States, "expired.state", SearchOption.AllDirectories)
        .SingleOrDefault(file => file.Contains($"/{name}/", StringComparison.Ordinal));

    private void SetAge(string name, double hours) =>
        File.SetLastWriteTimeUtc(StateOf(name)!, Hosts.Time.GetUtcNow().UtcDateTime - TimeSpan.FromHours(hours));

    private async Task ExpireAsync(string name)
    {
        var created = await Parts.CreateAsync(new CreateRequest(Name: name, Lease: new LeaseSetting(2)));
        await Hosts.HoldsAsync(() => !IsThere(created), "its lease has ended", Step);
    }

    private bool IsThere(CreatedEmulator created) => Emulators.IsThere(new Creation.Here(created));

    // The keeper looks once a second, on another thread. Scripts can't reply so fast, so their clients may lose the connection.
    private async Task PassAsync(TimeSpan time)
    {
        for (var passed = TimeSpan.Zero; passed < time; passed += TimeSpan.FromSeconds(1))
        {
            Hosts.Time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }
    }
}
