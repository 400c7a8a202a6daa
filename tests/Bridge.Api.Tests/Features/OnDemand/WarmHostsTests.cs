using System.Runtime.Versioning;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>Emulators that are started before a client needs them.</summary>
[SupportedOSPlatform("linux")]
public sealed class WarmHostsTests() : OnDemandTest(new OnDemandOptions { Max = 4, Warm = 2 })
{
    private WarmHosts Warm => Parts.Get<WarmHosts>();

    [Fact]
    public async Task As_many_as_the_setting_says_are_started_and_paused_for_ten_minutes()
    {
        Warm.Fill("/roms/a.gba");
        Warm.Fill("/roms/b.gba");
        await FillsUpAsync();
        Warm.Fill("/roms/a.gba");

        Assert.Equal(2, Hosts.Names.Count);
        Assert.All(Hosts.Names, name =>
        {
            Assert.StartsWith(WarmHosts.FolderPrefix, name, StringComparison.Ordinal);
            Assert.Equal(("/roms/a.gba", "1", "600"),
                (Hosts.OptionOf(name, "--rom"), Hosts.OptionOf(name, "--speed"), Hosts.OptionOf(name, "--expire")));
            Assert.True(Hosts.RecordOf(name).IsUnused);
        });
        await Hosts.HoldsAsync(() => Hosts.Names.All(name => Hosts.LinesOf(name, "signals") is ["USR1"]), "they are paused");
    }

    [Fact]
    public async Task A_warm_emulator_that_is_taken_runs_again_and_one_that_has_ended_is_deleted()
    {
        Assert.Null(Warm.Take());
        Warm.Fill("/roms/a.gba");
        await FillsUpAsync();
        var running = Hosts.Running.Count;
        var taken = Path.GetFileName(Warm.Take()!.Folder);
        await Hosts.HoldsAsync(() => Hosts.LinesOf(taken, "signals") is ["USR1", "USR2"], "it runs again");
        Assert.Equal((1, running), (Warm.Count, Hosts.Running.Count));

        Hosts.Kill(Hosts.Names.Single(name => name != taken));
        await Hosts.HoldsAsync(() => Hosts.Running.Count == 1, "the other one has ended");

        Assert.Null(Warm.Take());
        Assert.Equal([taken], Hosts.Names);
        Assert.Equal(0, Warm.Count);
    }

    [Fact]
    public async Task A_failed_start_leaves_nothing_and_is_tried_again_the_next_time()
    {
        Hosts.BeginWith("echo 'No such game.' > log; exit 1");
        Warm.Fill("/roms/a.gba");
        await Hosts.HoldsAsync(() => Parts.Logged.Count > 0, "it has failed");

        Assert.Equal("No emulator could be started in advance: The emulator did not start: No such game.", Assert.Single(Parts.Logged));
        Assert.Empty(Hosts.Names);

        Hosts.BeginWith(":");
        await Hosts.HoldsAsync(() =>
        {
            Warm.Fill("/roms/a.gba");
            return Warm.Count > 0;
        }, "one is warm");
    }

    [Fact]
    public async Task At_the_stop_all_end_also_one_that_is_being_started_and_no_more_are_started()
    {
        // The second one never gets ready.
        Hosts.BeginWith("mkdir ../../first 2> /dev/null || { mkfifo never; exec 4<> never; while :; do read line <&4; done; }");
        Warm.Fill("/roms/a.gba");
        await Hosts.HoldsAsync(() => Warm.Count == 1 && Hosts.Running.Count == 2, "one is warm, and one is being started");

        await Hosts.FinishesAsync(Warm.DisposeAsync().AsTask());
        Warm.Fill("/roms/a.gba");

        Assert.Empty(Hosts.Names);
        Assert.Equal(0, Warm.Count);
        Assert.Null(Warm.Take());
        Assert.Empty(Parts.Logged);
    }

    private Task FillsUpAsync() => Hosts.HoldsAsync(() => Warm.Count == 2, "two are warm");
}
