using Bridge.Testing.Zoo.Games;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>States of games that have not used their save memory yet, so that mGBA doesn't know its kind and saves nothing of it.</summary>
public sealed class LateSaveTests(FastGame game) : IClassFixture<FastGame>
{
    private const int FramesBefore = 4;
    private const int FramesAfter = 100;
    private const long Erased = 0xFF;
    private const string Name = "late";

    public static TheoryData<string> Games => [.. LateSaves.All.Keys];

    [Trait("Needs", "host")]
    [Theory]
    [MemberData(nameof(Games))]
    public async Task A_state_restores_save_memory_that_the_game_had_not_used_yet_however_it_is_loaded(string name)
    {
        LateSaves.All[name].WriteTo(game.RomFolder);
        await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(10));
        await game.Game.LoadRomAsync(name);
        await game.Game.ResetAsync();
        await held.StepAsync(FramesBefore);
        var state = await game.Game.GetStateAsync();
        var png = await game.Client.GetByteArrayAsync("/emulators/default/state?picture=true");
        await game.Game.SaveStateAsync(Name);
        await game.Game.SaveSlotAsync(1);

        foreach (var (way, loadAsync) in new (string, Func<Task>)[]
        {
            ("bytes", () => game.Game.RestoreAsync(state)),
            ("a PNG", () => game.Game.RestoreAsync(png)),
            ("a name", () => game.Game.LoadStateAsync(Name)),
            ("a slot", () => game.Game.LoadSlotAsync(1)),
        })
        {
            await FindsErasedMemoryAsync(way, name, async () =>
            {
                await loadAsync();
                await held.StepAsync(FramesAfter);
            });
        }

        await FindsErasedMemoryAsync("an act", name, () => held.ActAsync(new Turn { State = Name, Settle = FramesAfter }));
        await FindsErasedMemoryAsync("a step of many", name, () => game.Client.AskForJsonAsync("POST", "/emulators/step",
            $$"""{"emulators": ["default"], "leases": ["{{held.Lease}}"], "frames": {{FramesAfter}}, "states": ["{{Name}}"]}"""));
    }

    // Twice, because the first run leaves the save memory that it has written.
    // emulator/rom/README.md: the game counts frames at the start of its memory, and copies the byte that it found to 0x10.
    private async Task FindsErasedMemoryAsync(string way, string name, Func<Task> runAsync)
    {
        var memory = name.EndsWith(".gba", StringComparison.Ordinal) ? 0x02000000 : 0xC000;
        for (var i = 0; i < 2; i++)
        {
            await runAsync();
            Assert.Equal((way, i, Erased), (way, i, await game.Game.Read8Async(memory + 0x10)));
            Assert.True(await game.Game.Read8Async(memory) > FramesAfter, $"{way}: the game has run");
        }
    }
}
