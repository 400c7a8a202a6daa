using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>Which creations take a warm emulator, and what it is told.</summary>
[SupportedOSPlatform("linux")]
public sealed class WarmCreationTests() : OnDemandTest(new OnDemandOptions { Max = 4, Warm = 1 })
{
    private WarmHosts Warm => Parts.Get<WarmHosts>();

    [Fact]
    public async Task A_warm_emulator_gets_the_lease_the_game_and_the_speed_and_another_becomes_warm()
    {
        var process = await WarmAsync();

        var created = await Parts.CreateAsync(new CreateRequest(Name: "red", Speed: 2, Lease: new LeaseSetting(90)));

        Assert.Equal(process, Hosts.RecordOf("red").Process);
        Assert.Equal(
            ["expire 90", $"rom.load {Hosts.Roms}/a.gba 1", "speed.set 2000", "frames.wait 1"],
            Hosts.ScriptOf("red").Commands.Select(request => $"{request.Command} {string.Join(' ', request.Arguments)}"));
        // The signals that paused it when it was warm and let it run when it was taken.
        Assert.Equal(["USR1", "USR2"], Hosts.LinesOf("red", "signals"));
        Assert.Equal((Hosts.FileOf("red"), true), (Emulators.All.Single().Host.Folder, Hosts.RecordOf("red").KeepsSaves));
        await Hosts.HoldsAsync(() => Warm.Count == 1, "another one is warm");
        await Hosts.FinishesAsync(Emulators.EndAsync(created));
        Assert.DoesNotContain("red", Hosts.Names);
    }

    [Fact]
    public async Task The_first_creation_starts_a_warm_emulator()
    {
        await Parts.CreateAsync();
        await Hosts.HoldsAsync(() => Warm.Count == 1, "one is warm");
    }

    [Theory]
    [InlineData("CGB", null, false)]
    [InlineData(null, 0L, false)]
    [InlineData(null, null, true)]
    public async Task A_model_a_clock_or_saves_need_a_new_process(string? model, long? clock, bool hasSaves)
    {
        var process = await WarmAsync();
        if (hasSaves)
            File.WriteAllText(Path.Combine(Parts.Get<HostFolders>().Create("red"), "saves", "a.sav"), "");

        await Parts.CreateAsync(new CreateRequest(Name: "red", Model: model, Clock: clock));

        Assert.NotEqual(process, Hosts.RecordOf("red").Process);
        Assert.DoesNotContain(Hosts.ScriptOf("red").Commands, request => request.Command == "rom.load");
        Assert.Equal(hasSaves, File.Exists(Hosts.FileOf("red", "saves/a.sav")));
        Assert.Contains(process, Hosts.Running);
    }

    [Fact]
    public async Task A_warm_emulator_that_has_ended_is_not_taken()
    {
        var process = await WarmAsync();
        Hosts.Kill(Hosts.Names.Single());
        await Hosts.HoldsAsync(() => Hosts.Running.Count == 0, "it has ended");

        await Parts.CreateAsync("red");

        Assert.NotEqual(process, Hosts.RecordOf("red").Process);
    }

    [Theory]
    [InlineData("bad-request")]
    [InlineData("failed")]
    public async Task A_game_that_a_warm_emulator_refuses_is_refused_and_the_emulator_ends(string status)
    {
        var process = await WarmAsync();
        Hosts.Answers = async request =>
        {
            if (request.Command != "rom.load")
                return false;
            await request.RefuseAsync(status, "no such game");
            return true;
        };

        var refused = await Assert.ThrowsAsync<RequestException>(() => Parts.CreateAsync("red"));

        Assert.Equal((ProblemTypes.EmulatorRefused, "The emulator did not start: no such game"), (refused.Type, refused.Message));
        Assert.DoesNotContain("red", Hosts.Names);
        Assert.DoesNotContain(process, Hosts.Running);
        Assert.Equal(4, Parts.Places.Free);
    }

    // Returns the process of one that is warm.
    private async Task<int> WarmAsync()
    {
        Parts.Get<HostFolders>().Open();
        Warm.Fill(Path.Combine(Hosts.Roms, "a.gba"));
        await Hosts.HoldsAsync(
            () => Warm.Count == 1 && Hosts.LinesOf(Hosts.Names.Single(), "signals") is ["USR1"], "one is warm");
        return Hosts.RecordOf(Hosts.Names.Single()).Process;
    }
}
