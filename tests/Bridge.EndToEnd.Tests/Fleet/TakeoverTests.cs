using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Other hosts of a fleet take over the emulators with a checkpoint of a host that is lost.</summary>
public sealed class TakeoverTests(ITestOutputHelper output)
{
    [Fact]
    public async Task The_emulators_of_a_lost_host_are_gone_and_those_with_a_checkpoint_come_back_once()
    {
        await using var fleet = await FleetMachines.StartAsync(0, 1, 4);
        // The freer host gets both; the other one has a place for the one that comes back.
        var (other, owner) = (fleet[1], fleet[2]);
        var (_, red, _) = await fleet[0].CreateAsync(""", "name": "red", "checkpoint": {"everySeconds": 1}, "lease": {"seconds": null}""");
        Assert.Equal("running", red.GetProperty("state").GetString());
        var plain = OnDemandBridge.NameOf((await fleet[0].CreateAsync()).Body);
        Assert.Equal(2, owner.Processes().Length);
        await Eventually.HoldsAsync(async () => await StatusAsync(fleet[0], "red") == (200, null), "red is known");
        await fleet[0].Client.AskForJsonAsync("POST", "/emulators/red/buttons/press", """{"buttons": ["A"]}""");
        var pressed = (await fleet[0].Client.GetJsonAsync("/emulators/red")).GetProperty("frame").GetInt64();
        // Waits for a checkpoint that was saved after the press.
        await Eventually.HoldsAsync(() => Directory.GetFiles(fleet.Checkpoints, "red.*.checkpoint").Any(file =>
            JsonDocument.Parse(File.ReadLines(file).First()).RootElement.GetProperty("frame").GetInt64() > pressed), "it is saved");
        var began = TimeProvider.System.GetTimestamp();
        var seen = (await fleet[0].Client.GetJsonAsync("/emulators/red")).GetProperty("frame").GetInt64();
        await owner.SwitchOffAsync();
        // The frame that red can have reached by now: at most 61 frames a second, and one second more.
        var latest = seen + 61 + (long)(61 * TimeProvider.System.GetElapsedTime(began).TotalSeconds);
        await Eventually.HoldsAsync(async () => await StatusAsync(fleet[0], plain) == (410, "emulator-lost"), "it is lost");
        var lostAfter = TimeProvider.System.GetElapsedTime(began);
        await Eventually.HoldsAsync(async () => await StatusAsync(fleet[0], "red") == (200, null), "red is back");
        var backAfter = TimeProvider.System.GetElapsedTime(began);
        output.WriteLine($"Lost after {lostAfter.TotalSeconds:0.0} s, back after {backAfter.TotalSeconds:0.0} s.");

        var restored = (await fleet[0].Client.GetJsonAsync("/emulators/red")).GetProperty("created").GetProperty("restored");
        Assert.Equal(owner.Id, restored.GetProperty("host").GetString());
        Assert.InRange(restored.GetProperty("frame").GetInt64(), pressed, latest);
        Assert.Equal(1, await OnDemandBridge.PressesAsync(fleet[0].Client, "red"));
        Assert.Single(other.Processes(), process =>
            new FileInfo($"/proc/{process}/cwd").LinkTarget!.EndsWith("/red", StringComparison.Ordinal));

        owner.Start();
        await owner.SeesAsync(hosts => hosts.Length == 3, "it is back");
        Assert.Equal((200, null), await StatusAsync(owner, "red"));
        Assert.Empty(owner.Processes());
        using var redEnded = await owner.Client.AskAsync("DELETE", "/emulators/red");
        Assert.Equal(204, (int)redEnded.StatusCode);
        await Eventually.HoldsAsync(() => Directory.GetFiles(fleet.Checkpoints).Length == 0, "its checkpoint is gone");
    }

    [Fact]
    public async Task A_bridge_that_was_killed_before_it_noted_a_checkpoint_learns_of_it_from_etcd()
    {
        await using var fleet = await FleetMachines.StartAsync(1);
        await fleet[0].CreateAsync(""", "name": "red", "checkpoint": {"everySeconds": 1}, "lease": {"seconds": null}""");
        var note = Path.Combine(fleet[0].Folder, "red", "checkpoint.json");
        var before = await File.ReadAllTextAsync(note);
        await fleet[0].Bridge.DisposeAsync();
        File.Delete(note);

        fleet[0].Start();

        await Eventually.HoldsAsync(() => File.Exists(note) && File.ReadAllText(note) == before, "it is noted again");
    }

    [Fact]
    public async Task A_bridge_that_comes_back_in_time_keeps_its_emulator()
    {
        await using var fleet = await FleetMachines.StartAsync(2, 0);
        await fleet[1].CreateAsync(""", "name": "red", "checkpoint": {"everySeconds": 1}, "lease": {"seconds": null}""");
        Assert.Single(fleet[0].Processes());
        // The emulator runs on without its bridge.
        await fleet[0].Bridge.DisposeAsync();
        fleet[0].Start();
        await fleet[0].SeesAsync(hosts => hosts.Length == 2, "it is back");

        await Eventually.HoldsAsync(async () => await StatusAsync(fleet[1], "red") == (200, null), "red is served again");
        Assert.Single(fleet[0].Processes());
        var (again, _) = await StatusAsync(fleet[0], "red");
        Assert.Equal(200, again);
    }

    private static async Task<(int Status, string? Type)> StatusAsync(FleetMachine machine, string name)
    {
        using var response = await machine.Client.AskAsync("GET", $"/emulators/{name}");
        if ((int)response.StatusCode == 200)
            return (200, null);
        var (status, type, _) = await RunningGame.RefusalAsync(response);
        return (status, type);
    }
}
