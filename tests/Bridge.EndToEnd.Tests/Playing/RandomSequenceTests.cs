using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// Compares sequences with the ROM's counters: in mGBA's callback alone, in our host's idle time, and while other clients flood the bridge.
/// </summary>
[Trait("Needs", "speed")]
public sealed class RandomSequenceTests
{
    private const int Sequences = 1000;
    private const int AtOnce = 25;

    private static readonly Button[] Buttons = Enum.GetValues<Button>();

    // The ROM's tables of presses and of frames down (emulator/rom/README.md).
    private static readonly int[] Tables = [0x02000020, 0x02000040];

    [Theory]
    [InlineData(0, "--speed", "0", "--no-idle")]
    [InlineData(0, "--speed", "16")]
    [InlineData(64, "--speed", "0", "--no-idle")]
    [InlineData(64, "--speed", "16")]
    public async Task The_game_sees_exactly_the_requested_buttons(int flooding, params string[] options)
    {
        await using var game = new TunedGame(options);
        await game.InitializeAsync();
        using var over = new CancellationTokenSource();
        var flood = Task.WhenAll(Enumerable.Range(0, flooding).Select(_ => FloodAsync(game, over.Token)));

        var seed = Random.Shared.Next();
        var random = new Random(seed);
        for (var played = 0; played < Sequences; played += AtOnce)
        {
            var sequences = Enumerable.Range(0, AtOnce).Select(_ => new RandomSequence(random, played / AtOnce % 2)).ToArray();
            var before = await CountersAsync(game);
            var answers = await Task.WhenAll(sequences.Select(sequence =>
                game.Client.AskForJsonAsync("POST", "/emulators/default/buttons/sequence", sequence.Json)));
            var after = await CountersAsync(game);

            foreach (var (sequence, answer) in sequences.Zip(answers))
            {
                Assert.Equal((seed, sequence.Json, sequence.Frames, sequence.LastRelease),
                    (seed, sequence.Json, answer.GetProperty("frames").GetInt32(),
                        Number(answer, "releasedAt") - Number(answer, "pressedAt")));
            }

            foreach (var button in Buttons)
            {
                var (presses, framesDown) = sequences.Select(sequence => sequence.Of(button))
                    .Aggregate((all, each) => (all.Presses + each.Presses, all.FramesDown + each.FramesDown));
                var (old, now) = (before[button], after[button]);
                Assert.Equal((seed, played, button, presses, framesDown),
                    (seed, played, button, now.Presses - old.Presses, now.FramesDown - old.FramesDown));
            }
        }

        await over.CancelAsync();
        await flood;
    }

    private static int Number(JsonElement answer, string member) => answer.GetProperty(member).GetInt32();

    private static async Task<Dictionary<Button, (int Presses, int FramesDown)>> CountersAsync(RunningGame game)
    {
        var places = string.Join(',', Tables.SelectMany(table => Buttons.Select(button =>
            $$"""{"address": "{{table + (2 * (int)button)}}", "type": "u16"}""")));
        var values = (await game.Client.AskForJsonAsync("POST", "/emulators/default/memory/read", $"[{places}]"))
            .GetProperty("values").EnumerateArray().Select(value => Number(value, "value")).ToArray();
        return Buttons.ToDictionary(button => button, button => (values[(int)button], values[Buttons.Length + (int)button]));
    }

    private static async Task FloodAsync(RunningGame game, CancellationToken over)
    {
        while (!over.IsCancellationRequested)
            await game.ReadAsync("0x02000000", "u32");
    }
}
