using Bridge.Testing.States;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Resets of a real game.</summary>
public sealed class ResetTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const long ResetVector = 0x08000000;

    [Fact]
    public async Task A_reset_starts_the_game_again_and_everything_still_works()
    {
        for (var i = 0; i < 3; i++)
        {
            await game.PlayOnAsync(60);
            await game.PressAsync("A");
            Assert.Equal(1, await game.PressesAsync(Button.A));
            var before = await game.ReadAsync("0x02000000", "u32");
            var reset = await game.Client.AskForJsonAsync("POST", "/emulators/default/reset");
            Assert.True(reset.GetProperty("frame").GetInt64() > 0);
            await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000000", "u32") < before,
                "the ROM counts from its start");
            await game.PlaysAsync();
            Assert.Equal(0, await game.PressesAsync(Button.A));
            Assert.True(await game.FrameAsync() < before);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_reset_is_answered_when_the_first_frame_has_run(bool isHeld)
    {
        await game.PlayOnAsync(30);
        await using var held = isHeld ? await game.Game.HoldAsync(TimeSpan.FromMinutes(2)) : null;
        for (var i = 0; i < 20; i++)
        {
            Assert.Equal(1, await game.Game.ResetAsync());
            var counter = await game.Client.GetJsonAsync("/emulators/default/registers/pc");
            var frame = counter.GetProperty("frame").GetInt64();
            // The game has begun to run.
            Assert.NotEqual(ResetVector, counter.GetProperty("value").GetInt64());
            Assert.True(isHeld ? frame == 1 : frame >= 1, $"frame {frame}");
        }
    }

    [Trait("Needs", "host")]
    [Fact]
    public async Task A_reset_leaves_nothing_of_the_game_before()
    {
        await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(2));
        var machines = new List<byte[]>();
        foreach (var frames in (int[])[1, 90, 7])
        {
            await held.StepAsync(frames, "A");
            await game.WriteAsync("0x200", 0x5A5A, domain: "vram");
            await game.Game.ResetAsync();
            machines.Add(RawState.Read(await game.Game.GetStateAsync(), RawState.GbaBytes).Machine);
        }

        Assert.All(machines, machine => Assert.True(machine.AsSpan().SequenceEqual(machines[0]), "the machine is the same"));
    }

    [Fact]
    public async Task A_reset_may_be_sent_by_many_at_once()
    {
        await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => game.Client.AskForJsonAsync("POST", "/emulators/default/reset")));
        await game.PlaysAsync();
    }
}
