using System.Security.Cryptography;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The same inputs in the same frames give the same game state, whether frames are drawn or not.</summary>
public sealed class LockstepTests(FastGame game) : IClassFixture<FastGame>
{
    private static readonly string[] Buttons = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"];

    private Task<GameHold> HoldAsync() => game.Game.HoldAsync(TimeSpan.FromMinutes(10));

    // Returns a hash of the writable memory, and the picture.
    private async Task<(string Memory, string Picture)> EndAsync()
    {
        var bytes = new List<byte>();
        foreach (var (domain, size) in new[] { ("wram", 0x40000), ("iwram", 0x8000), ("vram", 0x18000), ("io", 0x400) })
            bytes.AddRange(await game.Game.ReadBytesAsync(0, size, domain));
        return (Convert.ToHexString(SHA256.HashData(bytes.ToArray())), Convert.ToHexString((await game.Game.GetScreenAsync()).Png.Span));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Ten_thousand_steps_twice_end_in_the_same_memory()
    {
        await using var held = await HoldAsync();
        var state = await game.Game.GetStateAsync();
        var ends = new List<(string Memory, string Picture)>();
        for (var run = 0; run < 2; run++)
        {
            await game.Game.RestoreAsync(state);
            var random = new Random(20261121);
            for (var i = 0; i < 10_000; i++)
            {
                var mask = random.Next(1 << 10) & random.Next(1 << 10);
                await held.StepAsync(1, string.Join('+', Buttons.Where((_, bit) => (mask >> bit & 1) == 1)));
            }

            ends.Add(await EndAsync());
        }

        Assert.Equal(ends[0], ends[1]);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Undrawn_frames_change_nothing_and_the_last_one_is_drawn()
    {
        await using var held = await HoldAsync();
        var state = await game.Game.GetStateAsync();
        var ends = new List<(string Memory, string Picture)>();
        foreach (var framesOfStep in new[] { 120, 1, 7 })
        {
            await game.Game.RestoreAsync(state);
            for (var ran = 0; ran < 120; ran += framesOfStep)
                await held.StepAsync(Math.Min(framesOfStep, 120 - ran), "Right");
            ends.Add(await EndAsync());
        }

        Assert.Single(ends.Distinct());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_picture_during_a_step_shows_its_own_frame()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(5);
        var before = FillOf(await game.Game.GetScreenAsync());
        var step = held.StepAsync(36_000, "A");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1, "A is down");
        var meanwhile = await game.Game.GetScreenAsync();
        Assert.NotEqual(before, FillOf(meanwhile));
        Assert.InRange(meanwhile.Frame!.Value, 1, (await step).Frame - 1);
    }

    // emulator/rom/README.md: the fill of A's box.
    private static int FillOf(Screen screen) => new PngPicture(screen.Png.ToArray())[195, 77];
}
