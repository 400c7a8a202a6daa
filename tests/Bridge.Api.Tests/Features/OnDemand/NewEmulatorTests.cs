using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>What a request for an emulator accepts, at each limit and one past it.</summary>
public sealed class NewEmulatorTests
{
    private static readonly CreateRequest Least = new(Rom: "a.gba");

    private static readonly string Long = new('a', 64);

    [Fact]
    public void Only_a_rom_is_required()
    {
        var wanted = NewEmulator.Read(Least);

        Assert.Equal((new HostPlan("", Speed: 1, Model: null, Clock: null), TimeSpan.FromMinutes(10), TimeSpan.Zero),
            (wanted.Plan, wanted.Lease, wanted.Wait));
        Assert.Equal((null, null), (wanted.Name, wanted.State));
        Assert.Empty(wanted.Labels);
        Refused(Least with { Rom = null }, "rom is required");
        Refused(Least with { Rom = "../a.gba" }, "rom must be");
    }

    [Fact]
    public void A_name_has_1_to_32_characters()
    {
        Assert.Equal("r-2", NewEmulator.Read(Least with { Name = "r-2" }).Name);
        NewEmulator.Read(Least with { Name = Long[..32] });
        foreach (var name in (string[])["", Long[..33], "-r", "Red", "r_d", "ä"])
            Refused(Least with { Name = name }, "name must be 1 to 32 characters of a-z, 0-9 and -, not starting with -");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.25)]
    [InlineData(16)]
    public void A_speed_is_accepted(double speed) => Assert.Equal(speed, NewEmulator.Read(Least with { Speed = speed }).Plan.Speed);

    [Theory]
    [InlineData(-1)]
    [InlineData(0.2499)]
    [InlineData(16.01)]
    [InlineData(double.NaN)]
    public void A_speed_out_of_range_is_refused(double speed) =>
        Refused(Least with { Speed = speed }, "speed must be 0 (unlimited) or 0.25 to 16");

    [Fact]
    public void A_model_is_one_of_seven()
    {
        foreach (var model in (string[])["DMG", "MGB", "SGB", "SGB2", "CGB", "SCGB", "AGB"])
            Assert.False(NewEmulator.Read(Least with { Model = model }).Plan.FitsRunningHost);
        foreach (var model in (string[])["", "cgb", "PSP"])
            Refused(Least with { Model = model }, "model must be one of DMG, MGB");
    }

    [Fact]
    public void A_clock_is_0_to_the_end_of_the_year_9999()
    {
        Assert.False(NewEmulator.Read(Least with { Clock = 0 }).Plan.FitsRunningHost);
        NewEmulator.Read(Least with { Clock = 253_402_300_799 });
        Refused(Least with { Clock = -1 }, "clock must be 0 to 253402300799, in seconds since 1970; got \"-1\".");
        Refused(Least with { Clock = 253_402_300_800 }, "clock must be");
        Assert.True(NewEmulator.Read(Least).Plan.FitsRunningHost);
    }

    [Fact]
    public void A_lease_is_a_second_to_a_week_or_for_ever()
    {
        Assert.Equal(TimeSpan.FromSeconds(1), LeaseOf(1));
        Assert.Equal(TimeSpan.FromDays(7), LeaseOf(604_800));
        Assert.Null(LeaseOf(null));
        foreach (var seconds in (double[])[0.999, 604_800.1, double.NaN])
            Refused(Least with { Lease = new LeaseSetting(seconds) }, "seconds must be 1 to 604800, or null for no end");

        static TimeSpan? LeaseOf(double? seconds) => NewEmulator.Read(Least with { Lease = new LeaseSetting(seconds) }).Lease;
    }

    [Fact]
    public void A_wait_is_up_to_a_minute_and_a_checkpoint_each_second_to_each_hour()
    {
        Assert.Equal(TimeSpan.FromMinutes(1), NewEmulator.Read(Least with { Wait = 60 }).Wait);
        Refused(Least with { Wait = -0.1 }, "wait must be 0 to 60");
        Refused(Least with { Wait = 60.1 }, "wait must be 0 to 60");
        NewEmulator.Read(Least with { Checkpoint = new CheckpointSetting(1) });
        NewEmulator.Read(Least with { Checkpoint = new CheckpointSetting(3600) });
        Refused(Least with { Checkpoint = new CheckpointSetting(0.9) }, "everySeconds must be 1 to 3600");
        Refused(Least with { Checkpoint = new CheckpointSetting(3600.1) }, "everySeconds must be 1 to 3600");
        Refused(Least with { Checkpoint = new CheckpointSetting() }, "checkpoint.everySeconds is required");
    }

    [Fact]
    public void A_state_has_a_name_and_an_emulator_that_saved_it()
    {
        Assert.Equal(("default", "boss"), NewEmulator.Read(Least with { State = new StateChoice("boss") }).State);
        Assert.Equal(("red", "boss"), NewEmulator.Read(Least with { State = new StateChoice("boss", "red") }).State);
        Refused(Least with { State = new StateChoice() }, "state.name is required");
        Refused(Least with { State = new StateChoice("a/b") }, "name must be");
        Refused(Least with { State = new StateChoice("boss", "Red") }, "state.emulator must be an emulator's name; got \"Red\".");
    }

    [Fact]
    public void There_are_up_to_8_labels_of_up_to_64_characters()
    {
        var labels = Enumerable.Range(0, 8).ToDictionary(number => $"{number}", string? (_) => "");
        labels["0"] = Long;
        labels.Remove("1");
        labels[Long] = "b";
        var read = NewEmulator.Read(Least with { Labels = labels }).Labels;
        Assert.Equal(8, read.Count);
        Assert.All(labels, label => Assert.Equal(label.Value, read[label.Key]));

        labels["9"] = "";
        Refused(Least with { Labels = labels }, "labels must be at most 8 labels; got \"9\".");
        foreach (var name in (string[])["", Long + "a", "a:b", "\n", "\u007F"])
            Refused(Of(name, "b"), "labels must be names of 1 to 64 characters without a colon and control characters");
        foreach (var value in (string?[])[null, Long + "a", "\t"])
            Refused(Of("a", value), "labels.a must be a text of up to 64 characters without control characters");

        static CreateRequest Of(string name, string? value) => Least with { Labels = new Dictionary<string, string?> { [name] = value } };
    }

    [Fact]
    public void Requests_that_differ_have_different_canonical_texts() => Assert.NotEqual(
        NewEmulator.Read(Least with { Lease = new LeaseSetting() }).Canonical, NewEmulator.Read(Least).Canonical);

    private static void Refused(CreateRequest request, string beginning) =>
        Assert.StartsWith(beginning, Assert.Throws<RequestException>(() => NewEmulator.Read(request)).Message, StringComparison.Ordinal);
}
