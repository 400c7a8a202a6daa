using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Clients;

/// <summary>The C# client against a real bridge and emulator: each group of methods, once with a real effect.</summary>
public sealed class CSharpClientTests(RunningGame game) : IClassFixture<RunningGame>, IDisposable
{
    // Places of the button-test ROM (emulator/rom/README.md): the value that it saves, its count of frames, and its presses of A.
    private const long Saved = 0x02000200;
    private static readonly Place Counter = Place.U32(0x02000000);
    private static readonly Place PressesOfA = Place.U16(0x02000020);

    private readonly BridgeClient _bridge = new(game.Client.BaseAddress!.ToString());

    private Emulator Game => _bridge.Emulator();

    public void Dispose() => _bridge.Dispose();

    [Fact]
    public async Task An_emulator_is_created_leased_and_ended()
    {
        var created = await _bridge.CreateAsync(new NewEmulator("buttontest.gba")
        {
            Name = "own", Speed = 0, Clock = DateTimeOffset.UnixEpoch, Lease = TimeSpan.FromSeconds(60),
            Labels = new Dictionary<string, string> { ["task"] = "test" },
        });
        Assert.Equal("own", created.Name);
        Assert.Equal("BUTTONTEST", (await _bridge.WaitUntilReadyAsync(emulator: "own")).Game!.Title);
        Assert.Contains("own", (await _bridge.GetEmulatorsAsync()).Keys);
        await created.SetLeaseAsync(Timeout.InfiniteTimeSpan);
        await created.SetLeaseAsync(TimeSpan.FromMinutes(5));
        Assert.Equal(0, await created.GetSpeedAsync());
        await created.EndAsync();
        await created.EndAsync();
        var gone = await Assert.ThrowsAsync<ProblemException>(() => created.ReadAsync(Saved));
        Assert.Equal((404, "unknown-emulator"), (gone.Status, gone.Type));
    }

    [Fact]
    public async Task What_the_game_did_is_shown()
    {
        await Game.WaitFramesAsync(60);
        var clip = await Game.ClipAsync(new ClipRequest { Seconds = 0.5, Scale = 2, Overlay = ["buttons", "frame"] });
        Assert.Equal("GIF89a"u8, clip.File.AsSpan(0, 6));
        // Half a second has 30 frames.
        Assert.Equal(("gif", 29L, 0), (clip.Format, clip.To - clip.From, clip.ReducedPictures));
        Assert.Equal("RIFF"u8.ToArray(), (await Game.GetAudioAsync(1))[..4]);
        await Game.SetVolumeAsync(1);
        var missing = await Assert.ThrowsAsync<ProblemException>(() => Game.ClipAsync(new ClipRequest { Movie = "missing" }));
        Assert.Equal((404, ProblemTypes.UnknownMovie), (missing.Status, missing.Type));
    }

    [Fact]
    public async Task A_cartridge_without_sensors_tells_so()
    {
        var sensors = await Game.GetSensorsAsync();
        Assert.Equal(new Sensors(Tilt: null, Gyroscope: null, Light: null, Rumble: null, Clock: null, sensors.Frame), sensors);
        var lacked = await Assert.ThrowsAsync<ProblemException>(() => Game.SetSensorsAsync(new SensorChange { Tilt = new Tilt(0, 0) }));
        Assert.Equal((409, "conflict", "tilt"), (lacked.Status, lacked.Type, lacked.Parameter));
    }

    [Fact]
    public async Task A_value_is_found_by_searching_twice()
    {
        await Game.Write16Async(Saved, 40001);
        var found = await Game.SearchAsync(0x02000000, 1024, "u16", "eq", 40001);
        await Game.Write16Async(Saved, 40002);
        found = await Game.NarrowAsync(found, "increased");
        Assert.Equal([new Match(Saved, Value: 40002, Previous: 40001)], found.Matches);
        Assert.Equal((1, 40002), (found.Count, await Game.Read16Async(Saved)));
        var domain = Assert.Single(await Game.GetDomainsAsync(), each => each.Name == "wram");
        Assert.Equal((0x02000000, 0x40000), (domain.Base, domain.Size));
    }

    [Fact]
    public async Task All_working_RAM_is_searched_by_default()
    {
        await Game.Write16Async(0x02000804, 40003);
        await Game.Write16Async(0x03004000, 40003);
        var found = await Game.SearchAsync(type: "u16", comparison: "eq", value: 40003);
        Assert.Equal([0x02000804, 0x03004000], found.Matches.Select(match => match.Address));
        Assert.Equal(40003, await Game.Read16Async(found.Matches[1].Address));
    }

    [Fact]
    public async Task An_address_is_the_place_of_its_byte()
    {
        // From 0x02000100 on, the ROM has the bytes 0, 1, 2 …; at 0x02000008 it has a pointer to them.
        Assert.Equal([1, 0x10], (await Game.ReadManyAsync([0x02000101, "[0x02000008]+0x10"])).Values.Select(value => value.Number!.Value));
        Assert.Equal(1, (await Game.WatchAsync(0x02000101)).Value);
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.ReadAsync(-1));
        Assert.Contains("got \"-1\"", refused.Detail, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Needs", "host")]
    public async Task A_movie_is_recorded_kept_played_and_verified()
    {
        await using var held = await Game.HoldAsync(TimeSpan.FromMinutes(1), exclusive: true);
        var first = await Game.RecordMovieAsync("client", "reset");
        await held.StepAsync(60, "A");
        var written = await Game.StopMovieAsync("client");
        // The movie may begin some frames before the one that was asked for, and ends with the last step.
        Assert.True(written.From <= first);
        Assert.Equal((first + 59, written.To - written.From + 1), (written.To, written.Frames));
        var movie = await Game.GetMovieAsync("client");
        Assert.Equal("history", (await Game.StoreMovieAsync("client-copy", movie)).Source);
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.PlayMovieAsync("client-copy"));
        Assert.Equal(ProblemTypes.Held, refused.Type);
        var played = await held.PlayMovieAsync("client-copy", speed: 0);
        Assert.Equal((true, written.Frames, written.Hashes), (played.IsEqual, played.Played, played.Checked));
        var verified = await _bridge.VerifyMovieAsync(movie, "buttontest.gba");
        Assert.Equal((true, written.Frames, "buttontest.gba"), (verified.IsEqual, verified.Played, verified.Rom));
        await Game.DeleteMovieAsync("client-copy");
        Assert.Contains("client", (await Game.GetMoviesAsync()).Select(each => each.Name));
        Assert.DoesNotContain("client-copy", (await Game.GetMoviesAsync()).Select(each => each.Name));
    }

    [Fact]
    [Trait("Needs", "host")]
    public async Task A_movie_is_recorded_from_a_named_state()
    {
        await using var held = await Game.HoldAsync(TimeSpan.FromMinutes(1));
        await Game.SaveStateAsync("boss");
        await held.StepAsync(30, "A");
        var first = await Game.RecordMovieAsync("client", state: "boss");
        await held.StepAsync(60, "B");
        var written = await Game.StopMovieAsync("client");
        Assert.Equal((first, 60), (written.From, written.Frames));
        Assert.True((await held.PlayMovieAsync("client", speed: 0)).IsEqual);
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.RecordMovieAsync("client", state: "none"));
        Assert.Equal(ProblemTypes.UnknownState, refused.Type);
        await Game.DeleteStateAsync("boss");
    }

    [Fact]
    [Trait("Needs", "picture")]
    public async Task A_step_takes_a_small_picture()
    {
        await using var held = await Game.HoldAsync();
        var dark = (await held.StepAsync(2, picture: new Picture(60, 40, Gray: true))).Pixels!;
        var light = (await held.StepAsync(2, "A", picture: new Picture(60, 40, Gray: true))).Pixels!;
        Assert.Equal((60, 40, 1, 2400), (light.Width, light.Height, light.Channels, light.Data.Length));
        // The box of A is at 192, 74 of 240 x 160, so a quarter of that here; it is light while A is down.
        Assert.True(light.Data.Span[(18 * 60) + 48] > dark.Data.Span[(18 * 60) + 48] + 50);
        Assert.Null((await held.StepAsync()).Pixels);
    }

    [Fact]
    public async Task A_batch_runs_in_one_frame()
    {
        var done = await Game.BatchAsync(new Batch().Guard(Place.U16(0x02000100), "eq", 0x100).Write(Saved + 8, 7, "u16")
            .WriteBytes(Saved + 10, [1, 2]).Read(Place.U32(Saved + 8)).Read(Place.Span(0x02000100, 2)).Read(Counter).Screen());
        Assert.True(done.Passed);
        // The u16 7 and the bytes 1 and 2, read as one u32; and the count of frames, which is the number of the frame.
        Assert.Equal((0x02010007, done.Frame), (done.Values.Number(0), done.Values.Number(2)));
        Assert.Equal([0, 1], done.Values.Bytes(1).ToArray());
        Assert.Equal("PNG"u8, done.Png!.Value.Span[1..4]);

        var before = (await Game.ReadManyAsync([PressesOfA])).Number(0);
        Assert.False((await Game.BatchAsync(new Batch().Guard(Place.U8(0x02000100), "eq", 9).Press("A"))).Passed);
        await Game.BatchAsync(new Batch().Press("A", hold: 2).Sequence([SequenceStep.Press("A"), SequenceStep.Pause(3)], repeat: 2)
            .HoldButtons("Up").Register("r9", 5));
        Assert.True((await Game.WaitUntilAsync(Condition.Of(PressesOfA, "eq", before + 3))).Met);
        Assert.Equal(["Up"], (await Game.GetButtonsAsync()).Held);
        await Game.BatchAsync(new Batch().ReleaseButtons());
        Assert.Empty((await Game.GetButtonsAsync()).Held);
    }

    [Fact]
    [Trait("Needs", "picture")]
    public async Task A_group_steps_together_and_says_which_games_failed()
    {
        var others = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => _bridge.CreateAsync(new NewEmulator("buttontest.gba"))));
        await using (var group = await _bridge.HoldAllAsync(["default", .. others.Select(each => each.Name)], owner: "test"))
        {
            var first = await group.StepAsync(read: [Counter, PressesOfA]);
            var second = await group.StepAsync(5, ["", "A", "Up+B"], [Counter, PressesOfA, Place.Span(0x02000100, 2)],
                picture: new Picture(60, 40, Gray: true));
            Assert.Equal([0, 1, 0], first.Zip(second, (before, after) => after.Number(1) - before.Number(1)));
            Assert.All(first.Zip(second), pair => Assert.Equal(
                (pair.First.Frame + 5, pair.First.Number(0) + 5), (pair.Second.Frame, pair.Second.Number(0))));
            Assert.All(second, step => Assert.Equal((60, 40, 1, 2400),
                (step.Pixels!.Width, step.Pixels.Height, step.Pixels.Channels, step.Pixels.Data.Length)));
            // The box of A is light in the second game only: at 192, 74 of 240 x 160.
            Assert.True(second[1].Pixels!.Data.Span[(20 * 60) + 50] > second[0].Pixels!.Data.Span[(20 * 60) + 50] + 50);

            await others[0].SaveStateAsync("begin");
            await group.StepAsync(7, draw: false);
            var begun = await group.StepAsync(2, ["", "A", ""], [Counter], states: new Dictionary<int, string> { [1] = "begin" });
            Assert.Equal(second[1].Number(0) + 2, begun[1].Number(0));

            await others[1].ForceReleaseAsync();
            var failed = await Assert.ThrowsAsync<StepsFailedException>(() => group.StepAsync(3, read: [Counter]));
            Assert.Equal(ProblemTypes.NotHeld, Assert.Single(failed.Problems, pair => pair.Key == others[1].Name).Value.Type);
            Assert.Equal(begun[1].Number(0) + 3, failed.Steps[1]!.Number(0));
            Assert.Null(failed.Steps[2]);
            await Assert.ThrowsAsync<ArgumentException>(() => group.StepAsync(1, ["A"]));
        }

        foreach (var other in others)
            await other.EndAsync();
    }

    [Fact]
    public async Task Presses_are_queued_and_cancelled()
    {
        var id = await Game.QueuePlayAsync([SequenceStep.Pause(36000)]);
        var press = await Game.QueuePressAsync("L");
        Assert.True((await Game.GetProgressAsync(press)).State is "queued" or "running" or "done");
        Assert.True((await Game.CancelAsync(id)).State is "queued" or "running");
        // A press that still ran would hold L in the tests that follow.
        await Eventually.HoldsAsync(async () => (await Game.GetProgressAsync(press)).State == "done");
        Assert.True(await Game.HoldButtonsAsync(["Select"]) <= await Game.ReleaseButtonsAsync());
    }

    [Fact]
    public async Task States_registers_and_games_are_reached()
    {
        await using (var held = await Game.HoldAsync())
        {
            Assert.Equal(held.Frame, (await Game.GetInfoAsync()).Frame);
            await Game.StoreStateAsync("client", await Game.GetStateAsync());
            await Game.SaveSlotAsync(3);
            await held.StepAsync(5);
            Assert.Equal(held.Frame, await Game.LoadSlotAsync(3));
            Assert.Equal(held.Frame, await Game.RestoreAsync(await Game.GetStoredStateAsync("client")));
            Assert.Equal(["client"], await Game.GetStatesAsync());
            await Game.DeleteStateAsync("client");
            Assert.Equal(0x1234, await Game.WriteRegisterAsync("r9", 0x1234));
            Assert.Equal(0x1234, (await Game.GetRegistersAsync())["r9"]);
        }

        await Game.LogAsync("from the client", "warn");
        await Eventually.HoldsAsync(
            () => game.Emulator.Output.Contains("from the client", StringComparison.Ordinal), "the console has the line");
        var watch = await Game.WatchAsync(Place.I16(Saved), "saved");
        Assert.Single(await Game.GetWatchesAsync(), each => each.Name == "saved");
        await Game.DeleteWatchAsync(watch);
        // The bridge has no type f (float), so it skips the first line of the list.
        var imported = await Game.ImportWatchesAsync("0\td\tf\t0\tEWRAM\tx\n0\tw\tu\t0\tEWRAM\timported\n"u8.ToArray());
        Assert.Equal(("imported", 1), (Assert.Single(imported.Watches).Name, Assert.Single(imported.Skipped).Line));
        await Game.DeleteWatchAsync(imported.Watches[0]);
        Assert.Contains("buttontest.gba", await Game.GetRomsAsync());
        Assert.Equal("BUTTONTEST", (await Game.LoadRomAsync("buttontest.gba"))!.Title);
        Assert.True(await Game.ResetAsync() >= 0);
        Assert.NotEmpty((await _bridge.GetHealthAsync()).GetProperty("version").GetString()!);
        Assert.True((await _bridge.GetMetersAsync()).TryGetProperty("emulators", out _));
    }
}
