using System.Security.Cryptography;
using Bridge.Testing.Fuzzing;
using Bridge.Testing.States;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Games of the zoo play alike after each reset and after each load of a state, whatever was played before.</summary>
public sealed class RepeatedRunFuzzTests(ClockedGame game) : IClassFixture<ClockedGame>
{
    private const int Cases = 6;
    private const int MaxFramesOfStep = 12;

    private static readonly int Frames = Fuzz.IsLong ? 1800 : 150;

    private static readonly string[] Buttons = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down"];

    [Trait("Needs", "host")]
    [Fact]
    public Task Two_runs_with_the_same_input_end_in_the_same_memory_state_and_picture() =>
        Fuzz.RunAsync("that a game plays alike after each reset and load", Cases, async random =>
        {
            var played = ZooGames.All.Values.ElementAt(random.Next(ZooGames.All.Count));
            foreach (var file in played.Files)
                file.WriteTo(game.RomFolder);
            await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(10));
            await game.Game.LoadRomAsync(played.FileName);
            await PlayAsync(held, random.Next(), random.Next(1, Frames));
            var seed = random.Next();

            var afterReset = await RunTwiceAsync(held, seed, () => game.Game.ResetAsync());
            var state = await game.Game.GetStateAsync();
            var afterLoad = await RunTwiceAsync(held, seed, () => game.Game.RestoreAsync(state));

            Assert.True(afterReset.First.SequenceEqual(afterReset.Second), $"{played.Name} after two resets: {Difference(afterReset)}");
            Assert.True(afterLoad.First.SequenceEqual(afterLoad.Second), $"{played.Name} after two loads: {Difference(afterLoad)}");
        });

    private async Task<(string[] First, string[] Second)> RunTwiceAsync(GameHold held, int seed, Func<Task> begin)
    {
        var ends = new string[2][];
        for (var run = 0; run < ends.Length; run++)
        {
            await begin();
            await PlayAsync(held, seed, Frames);
            ends[run] = await EndAsync();
            // Another history before the second run.
            await PlayAsync(held, run, Frames / 3);
        }

        return (ends[0], ends[1]);
    }

    private static async Task PlayAsync(GameHold held, int seed, int frames)
    {
        var random = new Random(seed);
        for (int left = frames, step; left > 0; left -= step)
        {
            step = Math.Min(left, random.Next(1, MaxFramesOfStep));
            var mask = random.Next(1 << Buttons.Length) & random.Next(1 << Buttons.Length);
            await held.StepAsync(step, string.Join('+', Buttons.Where((_, bit) => (mask >> bit & 1) == 1)));
        }
    }

    // Returns hashes of the machine, of the picture, and of each domain but the ROM, each with its name.
    private async Task<string[]> EndAsync()
    {
        var info = await game.Client.GetJsonAsync("/emulators/default");
        var isAdvance = info.GetProperty("game").GetProperty("platform").GetString() == "GBA";
        var machine = RawState.Read(await game.Game.GetStateAsync(), isAdvance ? RawState.GbaBytes : RawState.GameBoyBytes).Machine;
        var hashes = new List<string> { Hash("machine", machine), Hash("picture", (await game.Game.GetScreenAsync()).Png.Span) };
        foreach (var domain in await game.Game.GetDomainsAsync())
        {
            if (!domain.Name.StartsWith("cart", StringComparison.Ordinal))
                hashes.Add(Hash(domain.Name, await game.Game.ReadBytesAsync(0, (int)domain.Size, domain.Name)));
        }

        return [.. hashes];
    }

    private static string Hash(string name, ReadOnlySpan<byte> bytes) => $"{name} {Convert.ToHexString(SHA256.HashData(bytes))[..8]}";

    private static string Difference((string[] First, string[] Second) runs) =>
        $"{string.Join(", ", runs.First.Except(runs.Second))} became {string.Join(", ", runs.Second.Except(runs.First))}";
}

/// <summary>A running game at full speed, whose cartridge's clock advances with the frames.</summary>
public sealed class ClockedGame() : RunningGame("buttontest.gba", 0x02000000, "--speed", "0", "--clock", "1000000000")
{
    /// <summary>How many processes the bridge uses for branches; the default is one for each processor.</summary>
    public const int BranchProcesses = 2;

    protected override (string Name, string Value)[] Settings => [("Bridge:Branches:Processes", $"{BranchProcesses}")];
}
