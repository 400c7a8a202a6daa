using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>An emulator that ends by itself is started again, until it does so too often.</summary>
[SupportedOSPlatform("linux")]
public sealed class RestartTests : OnDemandTest
{
    private const string Ended = "The emulator red has ended and is started again. Its last lines: a line";

    [Fact]
    public async Task An_emulator_goes_on_with_its_saves_its_lease_and_another_secret()
    {
        Hosts.BeginWith("echo a line > log");
        var created = await Parts.CreateAsync(new CreateRequest(Name: "red", Speed: 2, Model: "CGB", Lease: new LeaseSetting(90)));
        File.WriteAllText(Hosts.FileOf("red", "saves/a.sav"), "");
        await Hosts.FinishesAsync(Emulators.RenewAsync("red", TimeSpan.FromHours(1), CancellationToken.None));
        var before = Hosts.RecordOf("red");

        await DiesAsync();

        var after = Hosts.RecordOf("red");
        Assert.NotEqual(before.Secret, after.Secret);
        Assert.Equal(
            before with { Labels = after.Labels, Process = after.Process, StartedAt = after.StartedAt, Secret = after.Secret }, after);
        Assert.Equal(("3600", "2", "CGB"),
            (Hosts.OptionOf("red", "--expire"), Hosts.OptionOf("red", "--speed"), Hosts.OptionOf("red", "--model")));
        Assert.True(File.Exists(Hosts.FileOf("red", "saves/a.sav")));
        Assert.Equal([Ended], Parts.Logged.Where(line => line.Contains("started again", StringComparison.Ordinal)));
        await Hosts.HoldsAsync(() => created.Client.State == EmulatorState.Running, "it is connected");
        Assert.Equal((3, true), (Parts.Places.Free, Emulators.IsThere(new Creation.Here(created))));
    }

    [Fact]
    public async Task After_three_ends_within_a_minute_an_emulator_has_failed_until_a_client_ends_it()
    {
        Hosts.BeginWith("echo a line > log");
        var created = await Parts.CreateAsync("red");
        await DiesAsync();
        await DiesAsync();

        Hosts.Kill("red");
        await Hosts.HoldsAsync(() => created.Failure is not null, "it has failed");

        const string Failure = "The emulator red ended 3 times within a minute and is not started again. Its last lines: a line "
            + "End it with DELETE /emulators/red.";
        Assert.Equal(Failure, created.Failure);
        var refused = Assert.Throws<RequestException>(() => Parts.Get<EmulatorDirectory>().Get("red"));
        Assert.Equal((ProblemTypes.EmulatorFailed, Failure), (refused.Type, refused.Message));
        Assert.Equal(3, Parts.Places.Free);
        await Hosts.FinishesAsync(Emulators.EndAsync("red"));
        Assert.Equal(4, Parts.Places.Free);
        Assert.Null(Parts.Get<EmulatorDirectory>().FindCreated("red"));
    }

    [Fact]
    public async Task Ends_that_are_further_apart_do_not_count()
    {
        await Parts.CreateAsync("red");
        foreach (var _ in Enumerable.Range(0, 4))
        {
            await DiesAsync();
            Hosts.Time.Advance(TimeSpan.FromSeconds(31));
        }
    }

    [Fact]
    public async Task An_emulator_that_can_not_be_started_again_has_failed()
    {
        var created = await Parts.CreateAsync("red");
        Hosts.BeginWith("echo 'No such game.' > log; exit 1");

        Hosts.Kill("red");

        await Hosts.HoldsAsync(() => created.Failure is not null, "it has failed");
        Assert.Equal("The emulator red can't be started again. The emulator did not start: No such game. "
            + "End it with DELETE /emulators/red.", created.Failure);
        await Hosts.FinishesAsync(Emulators.EndAsync("red"));
        Assert.False(Directory.Exists(Hosts.FileOf("red")));
    }

    [Fact]
    public async Task An_emulator_that_is_ended_while_it_is_started_again_leaves_nothing()
    {
        var created = await Parts.CreateAsync("red");
        var first = Hosts.RecordOf("red").Process;
        Hosts.BeginWith("while :; do sleep 0.01; done");
        Hosts.Kill("red");
        await Hosts.HoldsAsync(() => Hosts.RecordOf("red").Process != first, "it is being started again");

        await Hosts.FinishesAsync(Emulators.EndAsync("red"));

        Assert.Empty(Hosts.Running);
        Assert.Empty(Hosts.Names);
        Assert.Null(created.Failure);
        Assert.Equal(4, Parts.Places.Free);
    }

    [Fact]
    public async Task An_emulator_is_there_for_its_key_while_it_is_started_again()
    {
        var created = await Parts.CreateAsync("red");
        Hosts.Kill("red");
        Assert.True(Emulators.IsThere(new Creation.Here(created)));
        await Hosts.HoldsAsync(() => Parts.Logged.Count > 0, "its end is noticed");
        Assert.True(Emulators.IsThere(new Creation.Here(created)));
    }

    // Returns when its next script listens.
    private async Task DiesAsync()
    {
        var (process, log) = (Hosts.RecordOf("red").Process, Parts.Logged.Count);
        Hosts.Kill("red");
        await Hosts.HoldsAsync(() => Hosts.RecordOf("red").Process != process && Emulators.All.Single().Host.Id != process,
            "it is started again");
        Assert.True(Parts.Logged.Count > log);
    }
}
