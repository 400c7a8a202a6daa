using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The end of an emulator on purpose.</summary>
[SupportedOSPlatform("linux")]
public sealed class EndingTests : OnDemandTest
{
    [Fact]
    public async Task The_process_writes_the_save_and_nothing_else_stays()
    {
        Hosts.BeginWith("trap 'echo a save > saves/a.sav; exit' TERM; echo a line > log");
        var created = await Parts.CreateAsync("red");
        Assert.True(Emulators.IsThere(new Creation.Here(created)));

        await Hosts.FinishesAsync(Emulators.EndAsync("red"));

        Assert.False(Emulators.IsThere(new Creation.Here(created)));
        Assert.Equal([".bridge", "saves"], Directory.GetFileSystemEntries(Hosts.FileOf("red")).Select(Path.GetFileName).Order());
        Assert.Equal(["a save"], Hosts.LinesOf("red", "saves/a.sav"));
        Assert.Empty(Hosts.Running);
        Assert.Empty(Emulators.All);
        Assert.Equal(4, Parts.Places.Free);
        Assert.DoesNotContain(Parts.Logged, line => line.Contains("started again", StringComparison.Ordinal));
        await Parts.CreateAsync("red");
        Assert.Equal(["a save"], Hosts.LinesOf("red", "saves/a.sav"));
    }

    [Fact]
    public async Task For_ten_minutes_a_repeated_end_ends_nothing_and_succeeds()
    {
        await Parts.CreateAsync("red");
        await Hosts.FinishesAsync(Emulators.EndAsync("red"));

        await Emulators.EndAsync("red");
        Hosts.Time.Advance(TimeSpan.FromMinutes(10) + TimeSpan.FromSeconds(1));

        Assert.Equal(ProblemTypes.UnknownEmulator, (await RefusedAsync("red")).Type);
    }

    [Fact]
    public async Task An_end_that_is_repeated_just_before_it_is_over_succeeds()
    {
        var time = new ReadTime();
        await using var parts = new OnDemandParts(Hosts, replaced: ServiceDescriptor.Singleton(new EndedNames(time)));
        await parts.CreateAsync("red");
        Task? repeated = null;
        // The clock is read when the ended name is remembered, which is the last step.
        time.NextRead = () => repeated = parts.Emulators.EndAsync("red");

        await Hosts.FinishesAsync(parts.Emulators.EndAsync("red"));

        await Hosts.FinishesAsync(repeated!);
    }

    [Fact]
    public async Task Only_an_emulator_that_a_client_created_can_be_ended()
    {
        var refused = await RefusedAsync("default");
        Assert.Equal(ProblemTypes.Conflict, refused.Type);
        Assert.Equal("The emulator default was not created by a client; the bridge connects to it, but can't end it.", refused.Message);
        Assert.Equal(ProblemTypes.UnknownEmulator, (await RefusedAsync("blue")).Type);
    }

    [Fact]
    public async Task The_next_emulator_of_a_name_is_not_ended_in_place_of_the_first()
    {
        var first = await Parts.CreateAsync("red");
        await Hosts.FinishesAsync(Emulators.EndAsync(first));
        var next = await Parts.CreateAsync("red");

        await Emulators.EndAsync(first);

        Assert.False(Emulators.IsThere(new Creation.Here(first)));
        Assert.True(Emulators.IsThere(new Creation.Here(next)));
        Assert.Single(Hosts.Running);
        Assert.False(Emulators.IsThere(new Creation.Refused(new RequestException(ProblemTypes.Conflict, ""))));
    }

    [Fact]
    public async Task An_emulator_that_is_used_again_is_not_ended_for_its_lease()
    {
        await Parts.CreateAsync("red");
        var hosted = Emulators.All.Single();

        Assert.False(await Emulators.EndUnusedAsync(hosted, () => false));
        Assert.False(hosted.IsEnding);
        Assert.True(await Hosts.FinishesAsync(Emulators.EndUnusedAsync(hosted, () => true)));
        Assert.False(await Emulators.EndUnusedAsync(hosted, () => true));
        Assert.DoesNotContain(Hosts.Names, name => File.Exists(Hosts.FileOf(name, HostRecordFile.Name)));
    }

    private async Task<RequestException> RefusedAsync(string name) =>
        await Assert.ThrowsAsync<RequestException>(() => Emulators.EndAsync(name));
}
