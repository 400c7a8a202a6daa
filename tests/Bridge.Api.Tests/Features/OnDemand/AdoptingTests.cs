using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>What a bridge does at its start with the emulators of one before it, and at its stop with its own.</summary>
[SupportedOSPlatform("linux")]
public sealed class AdoptingTests : OnDemandTest
{
    [Fact]
    public async Task An_emulator_is_taken_over_with_all_that_its_record_has()
    {
        var record = await Hosts.LeaveAsync(Parts, "red", record => record with
        {
            Labels = new Dictionary<string, string> { ["task"] = "maze" }, LeaseSeconds = 90, Key = "me/key", Restored = new(7, "h1"),
        });

        await Parts.StartAsync<HostAdoption>();

        var created = Parts.Get<EmulatorDirectory>().FindCreated("red")!;
        Assert.Equal(("me/key", new RestoredDescription(7, "h1")), (created.Key, created.Restored));
        Assert.True(created.HasLabel("task", "maze"));
        // The whole lease from now, not the minute that an unused emulator has.
        Assert.Equal(new LeaseDescription(90, 90), created.Describe().Lease);
        Assert.Equal(3, Parts.Places.Free);
        var hosted = Emulators.All.Single();
        Assert.Equal((record.Process, record.Plan, true), (hosted.Host.Id, hosted.Plan, hosted.KeepsSaves));
        Assert.Contains($"Took over the emulator red, process {record.Process}", Parts.Logged);

        Hosts.Kill("red");
        await Hosts.HoldsAsync(() => Hosts.RecordOf("red").Process != record.Process, "it is started again");
    }

    [Fact]
    public async Task Emulators_that_run_already_have_places_beyond_the_maximum()
    {
        foreach (var number in Enumerable.Range(1, 5))
            await Hosts.LeaveAsync(Parts, $"e{number}", record => record);

        await Parts.StartAsync<HostAdoption>();

        Assert.Equal((5, 0), (Emulators.All.Count(), Parts.Places.Free));
    }

    [Theory]
    [InlineData(".warm-1", false)]
    [InlineData("red", true)]
    public async Task An_emulator_that_no_client_knows_is_ended_and_saves_of_a_name_stay(string name, bool staysWithSaves)
    {
        await Hosts.LeaveAsync(Parts, name, record => record with { Rom = "", LeaseSeconds = null, KeepsSaves = false });
        File.WriteAllText(Hosts.FileOf(name, "saves/a.sav"), "");

        await Parts.StartAsync<HostAdoption>();
        await Hosts.HoldsAsync(() => Hosts.Running.Count == 0 && !File.Exists(Hosts.FileOf(name, HostRecordFile.Name)), "it is ended");

        Assert.Equal(staysWithSaves, File.Exists(Hosts.FileOf(name, "saves/a.sav")));
        await Hosts.HoldsAsync(() => Parts.Places.Free == 4, "its place is free");
        Assert.Empty(Emulators.All);
        Assert.Empty(Parts.Logged);
    }

    [Theory]
    [InlineData("red", "echo '{' > emulator.json", "The record of the emulator red is damaged, so the emulator is ended. ")]
    [InlineData("red", "rm emulator.json", null)]
    [InlineData("red", "rm socket", "It was started by an earlier version of the bridge.")]
    [InlineData("default", ":", "The settings have an emulator with this name.")]
    [InlineData("red", "sed -i 's/\"process\":[0-9]*/\"process\":1/' emulator.json", "Its record names another process.")]
    [InlineData("red", "sed -i 's/\"startedAt\":[0-9]*/\"startedAt\":1/' emulator.json", "Its record names another process.")]
    public async Task An_emulator_that_can_not_be_taken_over_is_ended_with_its_reason_and_its_saves_stay(
        string name, string damage, string? reason)
    {
        var record = await Hosts.LeaveAsync(Parts, name, record => record);
        Shell.Run(Hosts.FileOf(name), $"touch saves/a.sav && {damage}");

        await Parts.StartAsync<HostAdoption>();

        // The name is taken until nothing of it is left.
        Assert.Equal(3, Parts.Places.Free);
        await Hosts.HoldsAsync(() => Parts.Places.Free == 4, "it is ended");
        Assert.Empty(Hosts.Running);
        Assert.Equal([".bridge", "saves"], Directory.GetFileSystemEntries(Hosts.FileOf(name)).Select(Path.GetFileName).Order());
        Assert.Empty(Emulators.All);
        if (reason is null)
            Assert.Empty(Parts.Logged);
        else
            Assert.Contains(reason, Assert.Single(Parts.Logged), StringComparison.Ordinal);
        Assert.NotEqual(1, record.Process);
    }

    [Fact]
    public async Task Of_an_ended_emulator_only_saves_stay_and_folders_of_others_are_left_alone()
    {
        var (folders, gone) = (Parts.Get<HostFolders>(), new HostRecord(
            "gone", Process: int.MaxValue, StartedAt: 1, "secret", "a.gba", new HostPlan("/a.gba", Speed: 1, Model: null, Clock: null),
            new Dictionary<string, string>(), LeaseSeconds: 600, KeepsSaves: false));
        File.WriteAllText(Path.Combine(folders.Create("red"), "saves", "a.sav"), "");
        folders.Create("blue");
        HostRecordFile.Write(folders.Create("gone"), gone);
        File.WriteAllText(Hosts.FileOf("gone", "saves/a.sav"), "");
        Directory.CreateDirectory(Hosts.FileOf("mine"));

        await Parts.StartAsync<HostAdoption>();

        await Hosts.HoldsAsync(() => Hosts.Names is ["mine", "red"], "the others are deleted");
        Assert.True(File.Exists(Hosts.FileOf("red", "saves/a.sav")));
        Assert.Equal(
            ["The folder for emulators has 1 folders that no bridge created, like mine; the bridge leaves them alone"], Parts.Logged);
        Assert.Equal(4, Parts.Places.Free);
    }

    [Fact]
    public async Task A_folder_that_another_bridge_uses_is_left_alone()
    {
        await Parts.StartAsync<HostAdoption>();
        Assert.False(Directory.Exists(Hosts.Folder));
        await using var other = new OnDemandParts(Hosts);
        other.Get<HostFolders>().Open();
        await Hosts.LeaveAsync(Parts, "red", record => record);

        await Parts.StartAsync<HostAdoption>();

        Assert.Contains("another bridge uses it", Assert.Single(Parts.Logged), StringComparison.Ordinal);
        Assert.Empty(Emulators.All);
        Assert.Single(Hosts.Running);
        await Assert.ThrowsAsync<RequestException>(() => Parts.CreateAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task At_the_stop_all_end_unless_they_are_to_be_taken_over(bool keepOnStop)
    {
        await using var parts = new OnDemandParts(Hosts, new OnDemandOptions { Max = 4, Warm = 1, KeepOnStop = keepOnStop });
        await parts.CreateAsync("red");
        await parts.CreateAsync();
        await Hosts.HoldsAsync(() => parts.Get<WarmHosts>().Count == 1, "one is warm");

        await parts.StopAsync<HostAdoption>();

        Assert.Equal(keepOnStop ? 2 : 0, Hosts.Running.Count);
        Assert.Equal(0, parts.Get<WarmHosts>().Count);
        Assert.DoesNotContain(Hosts.Names, name => name.StartsWith(WarmHosts.FolderPrefix, StringComparison.Ordinal));
    }
}
