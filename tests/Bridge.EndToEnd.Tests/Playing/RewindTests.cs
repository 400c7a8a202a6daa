using System.Security.Cryptography;
using Bridge.Testing.States;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// A game is rewound over HTTP: its memory and picture are those of the earlier frame, and it goes on as it did from there.
/// </summary>
[Trait("Needs", "host")]
public sealed class RewindTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    // The frames that are compared; and before them those in which the game is reset, saved, and put back to that state.
    private const int Length = 3700, Reset = 30, Save = 40, Load = 60;

    // How many frames to go back: around a snapshot, of which there is one each 60 frames, and a minute.
    private static readonly int[] Back = [1, 59, 60, 61, 3600];

    [Theory]
    [InlineData("plain")]
    [InlineData("flash of 128 KiB")]
    [InlineData("EEPROM")]
    [InlineData("no save")]
    [InlineData("Color only")]
    [InlineData("Super Game Boy")]
    [InlineData("MBC3 with clock")]
    public async Task A_rewound_game_is_as_it_was_and_goes_on_as_before(string name)
    {
        var played = ZooGames.All[name];
        await using var held = await HoldAsync(played);
        await PlayWithActsAsync(held, played);
        var begin = await NowAsync();
        var end = begin + Length;
        var stops = Back.Select(back => end - back).Append(end).Append(end - 3000).Order().ToArray();
        var seen = new Dictionary<long, string[]>();
        await PlayThroughAsync(held, played, begin, stops, async frame => seen.Add(frame, await LookAsync()));

        foreach (var back in Back)
        {
            await RewindAsync($$"""{"frames": {{back}}}""", end - back, end);
            Same(seen[end - back], await LookAsync(), $"{back} frames back");
            await RewindAsync($$"""{"toFrame": {{end}}}""", end, end);
            Same(seen[end], await LookAsync(), $"undone after {back} frames");
        }

        // Played again from there, first along the frames that are kept, then up to the last one.
        foreach (var (from, to) in ((long, long)[])[(end - 3600, end - 3000), (end - 61, end)])
        {
            await RewindAsync($$"""{"toFrame": {{from}}}""", from, (await HistoryAsync()).To);
            await PlayThroughAsync(held, played, from, [to], async _ => Same(seen[to], await LookAsync(), $"{to - from} frames on"));
        }
    }

    [Fact]
    public async Task Going_another_way_forgets_the_future_and_its_marks()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(100);
        await Client.AskForJsonAsync("POST", $"{E}/history/marks", """{"name": "start"}""");
        var start = await NowAsync();
        await held.StepAsync(100);
        await Client.AskForJsonAsync("POST", $"{E}/history/marks", """{"name": "end"}""");
        await RewindAsync("""{"mark": "start"}""", start, start + 100);
        Assert.Equal(["start", "end"], await MarksAsync());

        await held.StepAsync(1, "A");
        await held.StepAsync(150);

        Assert.Equal((start + 151, start + 151), await HistoryAsync());
        Assert.Equal(["start"], await MarksAsync());
        await RefusesAsync("/rewind", """{"mark": "end"}""", 409, "The history has no mark \"end\".");
        await RefusesAsync("/rewind", $$"""{"toFrame": {{start + 152}}}""", 409, $"got {start + 152}");
        await RefusesAsync("/rewind", """{"frames": 1000000}""", 409, "is the present one");
        Assert.Equal((start + 151, start + 151), await HistoryAsync());
    }

    [Fact]
    public async Task Another_client_cannot_rewind_an_exclusively_held_game_and_nobody_during_a_step()
    {
        await using var held = await HoldAsync(exclusive: true);
        await held.StepAsync(10);
        var before = await HistoryAsync();
        await RefusesAsync("/rewind", """{"frames": 5}""", 409, "exclusively");
        await RefusesAsync("/rewind", """{"frames": 5, "lease": "0123"}""", 409, "exclusively");
        Assert.Equal(before, await HistoryAsync());
        await Client.AskForJsonAsync("POST", $"{E}/rewind", $$"""{"frames": 5, "lease": "{{held.Lease}}"}""");
        Assert.Equal((before.Now - 5, before.To), await HistoryAsync());
    }

    // Presses, writes, resets and loads a state before the frames that are compared.
    private async Task PlayWithActsAsync(GameHold held, ZooGame played)
    {
        for (var frame = 0; frame < 2 * Load; frame++)
        {
            await ActAsync(held, played, frame);
            await ResetSaveOrLoadAsync(frame, Reset, Save, Load);
        }
    }

    // Plays from a frame to each of the stops, and looks there.
    private async Task PlayThroughAsync(GameHold held, ZooGame played, long from, long[] stops, Func<long, Task> look)
    {
        var frame = from;
        foreach (var stop in stops)
        {
            while (frame < stop)
                frame += await ActAsync(held, played, frame, stop);
            Assert.Equal(stop, await NowAsync());
            await look(stop);
        }
    }

    // Steps to the next multiple of 10 or the stop, or one frame without a stop, and returns how many frames that were. The buttons and
    // writes depend on the frame alone, so that the same frames are always played alike.
    private async Task<int> ActAsync(GameHold held, ZooGame played, long frame, long stop = long.MaxValue)
    {
        var random = new Random((int)(frame / 10));
        var buttons = ButtonsOf(random);
        var isWritten = random.Next(8) == 0;
        if (isWritten && frame % 10 == 0)
            await Game.WriteAsync($"{played.CountersAddress + 0x500}", frame & 0xFFFF);
        var count = stop == long.MaxValue ? 1 : (int)Math.Min(10 - (frame % 10), stop - frame);
        await held.StepAsync(count, buttons);
        return count;
    }

    // Returns hashes of the machine, of the picture, and of each domain but the ROM, each with its name.
    private async Task<string[]> LookAsync()
    {
        var isAdvance = (await Client.GetJsonAsync(E)).GetProperty("game").GetProperty("platform").GetString() == "GBA";
        var machine = RawState.Read(await Game.Game.GetStateAsync(), isAdvance ? RawState.GbaBytes : RawState.GameBoyBytes).Machine;
        var hashes = new List<string> { Hash("machine", machine), Hash("picture", (await Game.Game.GetScreenAsync()).Png.Span) };
        foreach (var domain in await Game.Game.GetDomainsAsync())
        {
            if (!domain.Name.StartsWith("cart", StringComparison.Ordinal))
                hashes.Add(Hash(domain.Name, await Game.Game.ReadBytesAsync(0, (int)domain.Size, domain.Name)));
        }

        return [.. hashes];
    }

    private async Task RewindAsync(string body, long now, long to)
    {
        var answer = await Client.AskForJsonAsync("POST", $"{E}/rewind", body);
        Assert.Equal((now, to), (answer.GetProperty("now").GetInt64(), answer.GetProperty("to").GetInt64()));
    }

    private async Task<string[]> MarksAsync() => [.. (await Client.GetJsonAsync($"{E}/history")).GetProperty("marks")
        .EnumerateArray().Select(mark => mark.GetProperty("name").GetString()!)];

    private async Task<long> NowAsync() => (await HistoryAsync()).Now;

    private static void Same(string[] before, string[] after, string when) =>
        Assert.True(before.SequenceEqual(after),
            $"{when}: {string.Join(", ", before.Except(after))} became {string.Join(", ", after.Except(before))}");

    private static string Hash(string name, ReadOnlySpan<byte> bytes) => $"{name} {Convert.ToHexString(SHA256.HashData(bytes))[..8]}";
}
