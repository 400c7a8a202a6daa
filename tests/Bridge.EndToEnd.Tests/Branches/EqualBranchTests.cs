using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Branches;

/// <summary>Branches do what single turns do, to the byte.</summary>
[Trait("Needs", "host")]
public sealed class EqualBranchTests(ClockedGame game) : BranchTest(game), IClassFixture<ClockedGame>
{
    // JSON members of turns and of branches. The u16 at 0x02000066 stays 0, so that wait ends by its timeout.
    private static readonly string[] Turns =
    [
        """ "steps": [{"buttons": ["A"], "hold": 4}], "settle": 0 """,
        """ "steps": [{"buttons": ["A"], "hold": 4}], "settle": 7 """,
        """ "steps": [{"buttons": ["A"], "hold": 4, "release": 0}, {"buttons": ["B"], "hold": 3, "release": 0}], "settle": 5 """,
        """ "steps": [{"buttons": ["A"], "hold": 4, "release": 0}, {"buttons": ["A"], "hold": 3, "release": 0}], "settle": 1 """,
        """ "steps": [{"wait": 9}, {"buttons": ["Right", "B"], "hold": 1}], "settle": 0 """,
        """ "steps": [{"buttons": ["Up"], "hold": 2, "release": 1}, {"wait": 2}], "repeat": 9, "settle": 3 """,
        """ "steps": [{"buttons": ["Up"], "hold": 2}], "repeat": 9, "settle": 0 """,
        """ "steps": [{"buttons": ["Right"], "hold": 16}, {"buttons": ["A"], "hold": 4, "at": 6}], "settle": 20 """,
        """ "settle": 1 """,
        """ "settle": 90 """,
        """
        "steps": [{"buttons": ["L"], "hold": 3}], "settle": 2, "timeoutFrames": 11,
        "until": {"address": "0x02000066", "type": "u16", "is": "ge", "value": 30000}
        """,
        """
        "steps": [{"buttons": ["A"], "hold": 4}], "settle": 3, "timeoutFrames": 40,
        "until": {"all": [{"screen": "changed", "frames": 5}, {"address": "0x02000000", "type": "u32", "is": "increased", "frames": 9},
                          {"screen": "changed", "crop": {"x": 0, "y": 0, "width": 240, "height": 80}}]}
        """,
        """
        "settle": 0, "timeoutFrames": 40,
        "until": {"any": [{"screen": "still", "frames": 20}, {"address": "0x02000000", "type": "u32", "is": "decreased"},
                          {"address": "0x02000020", "is": "same", "frames": 7, "timeoutFrames": 9}]}
        """,
        """ "settle": 0, "until": {"address": "0x02000000", "type": "u32", "is": "same", "timeoutFrames": 8} """,
        """ "settle": 2, "timeoutFrames": 9, "until": {"screen": "is", "hash": "0123456789abcdef"} """,
    ];

    [Fact]
    public async Task They_end_like_turns_from_the_same_state()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(100, "A");
        await Game.Game.SaveStateAsync("branched");
        await held.StepAsync(50, "B");

        var chains = """, {"address": "[0x02000008]+0x10"}, {"address": "[0x03007FFC]+0x4", "type": "u32"}]""";
        var observed = $$""" "read": {{WorkRam[..^1]}}{{chains}}, "screen": true """;
        var branches = (await BranchesAsync(
            $$"""{"state": "branched", "branches": [{{string.Join(',', Turns.Select(turn => $"{{{turn}, {observed}}}"))}}]}"""))
            .GetProperty("branches").EnumerateArray().Select(SeenIn).ToArray();
        for (var index = 0; index < Turns.Length; index++)
        {
            // A turn without frames to settle leaves its last button down until the next frame.
            await held.StepAsync(1);
            var turn = SeenIn(await ActAsync($$"""{"state": "branched", {{Turns[index]}}, {{observed}}}"""));
            Assert.True(turn == branches[index], $"{Turns[index]}: {Difference(turn, branches[index])}");
        }
    }

    [Fact]
    public async Task They_begin_where_the_game_stands_still()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(20, "A");
        await BeginsHereAsync();
        // Branches also begin with what was written since the last frame.
        await Game.Game.Write32Async(0x02000100, 0x12345678);
        await BeginsHereAsync();
        var state = await Game.Game.GetStateAsync();
        await held.StepAsync(70, "B");
        await Game.Game.RestoreAsync(state);
        await BeginsHereAsync();
        await Game.Game.ResetAsync();
        await held.StepAsync(1);
        await BeginsHereAsync();
    }

    [Fact]
    public async Task A_chain_of_pointers_leads_to_the_same_bytes()
    {
        await using var held = await HoldAsync();
        const string Observed = """ "settle": 2, "read": [{"address": "[0x02000008]+0x20", "length": 5000}] """;
        var branch = await BranchAsync(Observed);
        Assert.Equal("0x02000120", branch.GetProperty("values")[0].GetProperty("address").GetString());
        Assert.Equal(Seen(branch), Seen(await ActAsync($"{{{Observed}}}")));
    }

    [Fact]
    public async Task They_begin_in_a_frame_of_the_history()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(30, "A");
        var (now, _) = await HistoryAsync();
        var then = Seen(await BranchAsync($$""" "settle": 3, "read": {{WorkRam}} """));
        await held.StepAsync(100, "B");
        var response = await BranchesAsync($$"""{"fromFrame": {{now}}, "branches": [{"settle": 3, "read": {{WorkRam}}}]}""");
        Assert.Equal(now, response.GetProperty("from").GetInt64());
        Assert.Equal(then, Seen(response.GetProperty("branches")[0]));
        Assert.Equal("conflict", await RefusesAsync(
            "/branches", """{"fromFrame": 2000000000, "branches": [{}]}""", 409, "the history has the frames"));
    }

    // A snapshot is taken when the buttons of the frame after it are already down.
    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    public async Task They_press_the_buttons_of_a_movie(int framesAfterSnapshot)
    {
        const int SnapshotFrames = 60;
        await using var held = await HoldAsync();
        await held.StepAsync(700);
        var (now, _) = await HistoryAsync();
        // Up to where the next frame is this many frames after the one with a snapshot.
        await held.StepAsync(SnapshotFrames + framesAfterSnapshot - (int)((now + 1) % SnapshotFrames));
        var (begin, _) = await HistoryAsync();
        var random = new Random(5);
        for (var frame = 0; frame < 60; frame++)
            await held.StepAsync(1, ButtonsOf(random));
        var played = Convert.ToHexStringLower(await Game.Game.ReadBytesAsync(0x02000000, 0x1000));
        // The movie begins where the history has a snapshot, perhaps before these frames.
        var first = (await MovieAsync("branch", $$"""{"from": {{begin + 1}}, "to": {{begin + 60}}}""")).GetProperty("from").GetInt64();
        var response = await BranchesAsync($$"""
            {"fromFrame": {{first - 1}}, "branches": [{"movie": "branch", "read": [{"address": "0x02000000", "length": 4096}]}]}
            """);
        var end = response.GetProperty("branches")[0];
        Assert.Equal(begin + 60 - first + 1, end.GetProperty("frames").GetInt64());
        Assert.Equal(played, end.GetProperty("values")[0].GetProperty("hex").GetString());
        Assert.Equal("unknown-movie", await RefusesAsync("/branches", """{"branches": [{"movie": "missing"}]}""", 404, "missing"));
    }

    // Compares a branch with the same turn of the game, and returns the game to where it was.
    private async Task BeginsHereAsync()
    {
        var branch = Seen(await BranchAsync($$""" "settle": 5, "read": {{WorkRam}} """));
        await Game.Game.SaveStateAsync("here");
        var turn = Seen(await ActAsync($$"""{"settle": 5, "read": {{WorkRam}}}"""));
        Assert.True(turn == branch, Difference(turn, branch));
        await Game.Game.LoadStateAsync("here");
    }

    private static string Seen(JsonElement result) => $"{result.GetProperty("frames")} {result.GetProperty("values")}";

    private static string Difference(string turn, string branch)
    {
        var at = turn.Zip(branch).TakeWhile(pair => pair.First == pair.Second).Count();
        return $"at {at}: {Part(turn)} but {Part(branch)}";

        string Part(string text) => string.Concat(text.Skip(at - 20).Take(60));
    }
}
