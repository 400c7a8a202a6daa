using System.Runtime.Versioning;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.States;
using Bridge.Api.Tests.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>What a creation starts, and that one that fails leaves nothing.</summary>
[SupportedOSPlatform("linux")]
public sealed class CreatingTests : OnDemandTest
{
    [Fact]
    public async Task A_chosen_name_and_what_the_client_set_are_recorded()
    {
        var labels = new Dictionary<string, string?> { ["task"] = "maze" };
        var created = await Hosts.FinishesAsync(Emulators.CreateAsync(
            Parts.Wanted(new CreateRequest(Name: "red", Speed: 2, Model: "CGB", Clock: 5, Lease: new LeaseSetting(90), Labels: labels)) with
            {
                Key = "me/key", Restored = new RestoredDescription(7, "h1"),
            },
            CancellationToken.None));

        var record = Hosts.RecordOf("red");
        Assert.Equal(
            ("red", "a.gba", new HostPlan(Path.Combine(Hosts.Roms, "a.gba"), 2, "CGB", 5), 90, true, "me/key"),
            (record.Name, record.Rom, record.Plan, record.LeaseSeconds, record.KeepsSaves, record.Key));
        Assert.Equal(new RestoredDescription(7, "h1"), record.Restored);
        Assert.Equal("maze", record.Labels["task"]);
        Assert.Equal(("90", "2", "CGB", "5"), (Hosts.OptionOf("red", "--expire"), Hosts.OptionOf("red", "--speed"),
            Hosts.OptionOf("red", "--model"), Hosts.OptionOf("red", "--clock")));
        Assert.Equal(90, created.Lease.Duration!.Value.TotalSeconds);
        Assert.InRange(created.Lease.Left!.Value.TotalSeconds, 50, 60);
        Assert.Equal(3, Parts.Places.Free);
        Assert.Same(created, Parts.Get<EmulatorDirectory>().FindCreated("red"));
    }

    [Fact]
    public async Task Without_a_name_an_emulator_gets_a_new_name_and_keeps_no_saves()
    {
        var created = await Parts.CreateAsync();

        Assert.StartsWith("e", created.Name, StringComparison.Ordinal);
        Assert.False(Hosts.RecordOf(created.Name).KeepsSaves);
        Assert.Equal("600", Hosts.OptionOf(created.Name, "--expire"));
        File.WriteAllText(Hosts.FileOf(created.Name, "saves/a.sav"), "");
        await Hosts.FinishesAsync(Emulators.EndAsync(created));
        Assert.Empty(Hosts.Names);
    }

    [Fact]
    public async Task An_emulator_whose_lease_never_ends_has_no_expiry()
    {
        await Parts.CreateAsync(new CreateRequest(Name: "red", Lease: new LeaseSetting()));

        Assert.Null(Hosts.OptionOf("red", "--expire"));
        Assert.Null(Hosts.RecordOf("red").LeaseSeconds);
    }

    [Fact]
    public async Task An_emulator_is_there_when_its_first_frame_has_run()
    {
        var waits = 0;
        Hosts.Answers = async request =>
        {
            if (request.Command != "frames.wait")
                return false;
            Assert.Null(Parts.Get<EmulatorDirectory>().FindCreated("red"));
            Hosts.ScriptOf("red").Frame = waits++;
            await request.ReplyAsync("1");
            return true;
        };

        await Parts.CreateAsync("red");

        Assert.Equal(2, waits);
    }

    [Fact]
    public async Task An_emulator_starts_from_a_state_of_another_one_or_from_a_checkpoint()
    {
        var first = await Parts.CreateAsync("red");
        await Hosts.FinishesAsync(Parts.Get<NamedStates>().SaveAsync(first.Client, "boss", CancellationToken.None));

        await Parts.CreateAsync(new CreateRequest(Name: "blue", State: new StateChoice("boss", "red")));
        await Hosts.FinishesAsync(Emulators.CreateAsync(
            Parts.Wanted(new CreateRequest(Name: "green")) with { Checkpoint = "a checkpoint"u8.ToArray() }, CancellationToken.None));

        Assert.Equal([Encoding.UTF8.GetString(SmallState.Bytes)], Loaded("blue"));
        Assert.Equal(["a checkpoint"], Loaded("green"));
        Assert.Equal(ProblemTypes.UnknownState, (await RefusedAsync(new CreateRequest(State: new StateChoice("none", "red")))).Type);
        Assert.Equal(["blue", "green", "red"], Hosts.Names);
    }

    [Theory]
    [InlineData("frames.wait")]
    [InlineData("state.load")]
    public async Task A_creation_that_the_script_refuses_leaves_nothing_but_earlier_saves(string command)
    {
        File.WriteAllText(Path.Combine(Parts.Get<HostFolders>().Create("red"), "saves", "a.sav"), "");
        Hosts.Answers = async request =>
        {
            if (request.Command != command)
                return false;
            await request.RefuseAsync("failed");
            return true;
        };

        foreach (var name in (string?[])["red", null])
        {
            await Assert.ThrowsAsync<EmulatorException>(() => Hosts.FinishesAsync(Emulators.CreateAsync(
                Parts.Wanted(new CreateRequest(Name: name)) with { Checkpoint = "a"u8.ToArray() }, CancellationToken.None)));
        }

        AssertOnlyLeft("red");
        Assert.Equal([".bridge", "saves"], Directory.GetFileSystemEntries(Hosts.FileOf("red")).Select(Path.GetFileName).Order());
    }

    [Fact]
    public async Task A_creation_that_can_not_be_recorded_leaves_nothing()
    {
        Hosts.Answers = request =>
        {
            if (request.Command == "frames.wait")
                Shell.Run(Hosts.FileOf("red"), "rm emulator.json && mkdir -p emulator.json/folder");
            return Task.FromResult(false);
        };
        var refused = await RefusedAsync(new CreateRequest(Name: "red"));

        Assert.Equal(ProblemTypes.StorageFailed, refused.Type);
        Assert.StartsWith("The emulator was not created, because ", refused.Message, StringComparison.Ordinal);
        AssertOnlyLeft();
    }

    [Fact]
    public async Task A_creation_whose_client_hangs_up_leaves_nothing()
    {
        using var stop = new CancellationTokenSource();
        Hosts.Answers = async request =>
        {
            if (request.Command == "frames.wait")
                await stop.CancelAsync();
            return false;
        };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Hosts.FinishesAsync(Emulators.CreateAsync(Parts.Wanted(new CreateRequest()), stop.Token)));

        AssertOnlyLeft();
    }

    [Fact]
    public async Task A_script_that_never_says_hello_is_refused_after_ten_seconds()
    {
        Hosts.AnswersHello = false;
        Hosts.BeginWith("echo 'It hangs.' > log");
        var creating = RefusedAsync(new CreateRequest(Name: "red"));
        await Hosts.HoldsAsync(() => Hosts.Listening, "its script listens");
        var began = Hosts.Time.Elapsed;

        await Eventually.HoldsAsync(() =>
        {
            Hosts.Time.Advance(TimeSpan.FromSeconds(1));
            return creating.IsCompleted;
        }, "the creation is over");

        Assert.Equal("The emulator did not start: It hangs.", (await creating).Message);
        Assert.True(Hosts.Time.Elapsed - began >= TimeSpan.FromSeconds(9));
        AssertOnlyLeft();
    }

    [Fact]
    public async Task A_process_that_ends_before_its_script_says_hello_is_refused_at_once()
    {
        Hosts.AnswersHello = false;
        var creating = RefusedAsync(new CreateRequest(Name: "red"));
        await Hosts.HoldsAsync(() => Hosts.Listening, "its script listens");
        var began = Hosts.Time.Elapsed;

        Hosts.Kill("red");

        Assert.Equal("The emulator did not start: it wrote nothing", (await Hosts.FinishesAsync(creating)).Message);
        Assert.True(Hosts.Time.Elapsed - began < TimeSpan.FromSeconds(9));
    }

    [Fact]
    public async Task A_name_that_the_bridge_has_found_meanwhile_is_refused()
    {
        var directory = Parts.Get<EmulatorDirectory>();
        Hosts.Answers = request =>
        {
            if (request.Command == "frames.wait")
                directory.Add(directory.Connect("red", port: 1));
            return Task.FromResult(false);
        };

        Assert.Equal(ProblemTypes.Conflict, (await RefusedAsync(new CreateRequest(Name: "red"))).Type);

        Assert.True(directory.Has("red"));
        Assert.Null(directory.FindCreated("red"));
        AssertOnlyLeft();
    }

    [Fact]
    public async Task A_name_and_a_place_are_needed()
    {
        await Parts.CreateAsync("red");
        Directory.CreateDirectory(Hosts.FileOf("mine", "folder"));
        foreach (var name in (string[])["red", "default", "step", "mine"])
            Assert.Equal(ProblemTypes.Conflict, (await RefusedAsync(new CreateRequest(Name: name))).Type);
        Assert.Equal(3, Parts.Places.Free);
        foreach (var _ in Enumerable.Range(0, 3))
            await Parts.CreateAsync();
        Assert.Equal(ProblemTypes.TooManyEmulators, (await RefusedAsync(new CreateRequest())).Type);
    }

    private async Task<RequestException> RefusedAsync(CreateRequest request) =>
        await Assert.ThrowsAsync<RequestException>(() => Parts.CreateAsync(request));

    private IEnumerable<string> Loaded(string name) => Hosts.ScriptOf(name).Commands
        .Where(request => request.Command == "state.load").Select(request => Encoding.UTF8.GetString(request.Payload));

    private void AssertOnlyLeft(params string[] names)
    {
        Assert.Equal(names, Hosts.Names);
        Assert.Empty(Hosts.Running);
        Assert.Equal(4, Parts.Places.Free);
        Assert.Empty(Emulators.All);
    }
}
