using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Branches;

/// <summary>Branches leave the running game alone, unless one is kept.</summary>
[Trait("Needs", "host")]
public sealed class BranchEffectTests(ClockedGame game) : BranchTest(game), IClassFixture<ClockedGame>
{
    private const string Steps = """ "steps": [{"buttons": ["A"], "hold": 2}, {"buttons": ["Start"], "hold": 1}] """;

    [Fact]
    public async Task Ten_thousand_branches_leave_the_game_as_it_was()
    {
        await using var held = await HoldAsync();
        await Game.Game.HoldButtonsAsync(["B"]);
        await held.StepAsync(10);
        await Game.Game.WatchAsync(MgbaBridge.Place.U16(0x02000020));
        var before = await GameAsTextAsync();
        var request = $$"""{"branches": [{{string.Join(',', Enumerable.Repeat($"{{{Steps}}}", 256))}}]}""";
        for (var count = 0; count < 10_000; count += 256)
            Assert.Equal(256, (await BranchesAsync(request)).GetProperty("branches").GetArrayLength());
        Assert.Equal(before, await GameAsTextAsync());
        await Game.Game.ReleaseButtonsAsync();
    }

    [Fact]
    public async Task The_game_gets_the_end_of_the_branch_that_is_kept()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(10);
        var response = await BranchesAsync($$"""
            {"keep": "1", "branches": [{"settle": 3}, {{{Steps}}, "settle": 4, "read": {{WorkRam}}}, {"settle": 9}]}
            """);
        Assert.Equal("1", response.GetProperty("kept").GetString());
        var kept = response.GetProperty("branches")[1];
        var now = await ActAsync($$"""{"settle": 0, "read": {{WorkRam}}}""");
        Assert.Equal(0, now.GetProperty("frames").GetInt64());
        Assert.Equal(kept.GetProperty("values").GetRawText(), now.GetProperty("values").GetRawText());
        Assert.Equal(response.GetProperty("frame").GetInt64(), now.GetProperty("frame").GetInt64());
        // The game goes on from there, and its branches still end alike.
        await held.StepAsync(1);
        Assert.Equal(
            (await BranchAsync(""" "settle": 60 """)).GetProperty("hashes").GetRawText(),
            (await BranchAsync(""" "settle": 60 """)).GetProperty("hashes").GetRawText());
    }

    [Fact]
    public async Task An_exclusive_hold_takes_its_lease()
    {
        await using var held = await HoldAsync(exclusive: true);
        await held.StepAsync(2);
        Assert.Equal("held", await RefusesAsync("/branches", """{"keep": "0", "branches": [{"settle": 1}]}""", 409, "exclusive"));
        await BranchesAsync($$"""{"keep": "0", "lease": "{{held.Lease}}", "branches": [{"settle": 1}]}""");
    }

    [Fact]
    public async Task Two_processes_do_the_same_as_one()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(10);
        var random = new Random(7);
        var branches = string.Join(',', Enumerable.Range(0, 40).Select(index => $$"""
            {"steps": [{"wait": {{1 + random.Next(40)}}}, {"buttons": ["{{(index % 2 == 0 ? "A" : "Right")}}"], "hold": {{1 + index}}}],
             "read": [{"address": "0x02000000", "length": 256}], "screen": true}
            """));
        var one = await BranchesAsync($$"""{"branches": [{{branches}}]}""");
        var two = await BranchesAsync($$"""{"spread": 2, "branches": [{{branches}}]}""");
        Assert.Equal(one.GetRawText(), two.GetRawText());
        await RefusesAsync(
            "/branches", $$"""{"spread": {{ClockedGame.BranchProcesses + 1}}, "branches": [{}]}""", 400, "Bridge:Branches:Processes");
    }

    [Fact]
    public async Task Conditions_say_which_of_them_held_and_when()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(10);
        var end = await BranchAsync("""
            "steps": [{"buttons": ["A"], "hold": 3, "release": 0}], "timeoutFrames": 100,
            "until": {"all": [{"address": "0x02000000", "type": "u32", "is": "increased", "frames": 5},
                              {"address": "0x02000100", "is": "same", "frames": 20}]}
            """);
        Assert.True(end.GetProperty("met").GetBoolean());
        // The wait begins after the three frames of A. The first condition is true from there on, and "same" not before the next frame.
        Assert.Equal([7, 23], end.GetProperty("held").EnumerateArray().Select(each => each.GetProperty("frame").GetInt32()));
        Assert.Equal(23, end.GetProperty("frames").GetInt32());

        end = await BranchAsync(""" "until": {"address": "0x02000100", "is": "changed"}, "timeoutFrames": 7 """);
        Assert.False(end.GetProperty("met").GetBoolean());
        Assert.Empty(end.GetProperty("held").EnumerateArray());
        Assert.Equal(7, end.GetProperty("frames").GetInt32());

        var hash = (await BranchAsync(""" "settle": 30, "screen": true """)).GetProperty("pictureHash").GetString();
        end = await BranchAsync($$""" "until": {"screen": "is", "hash": "{{hash}}"}, "timeoutFrames": 30 """);
        Assert.True(end.GetProperty("met").GetBoolean());
    }

    [Fact]
    public async Task What_the_game_refuses_names_the_member()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(10);
        await RefusesAsync("/branches",
            """{"branches": [{}, {"read": [{"address": "0x02000000"}, {"address": "0", "domain": "nowhere"}]}]}""", 400,
            "branches[1].read[1]: ");
        using var nonsense = new ByteArrayContent("nonsense"u8.ToArray()) { Headers = { ContentType = new("application/octet-stream") } };
        using var stored = await Client.PutAsync($"{E}/states/damaged", nonsense);
        Assert.True(stored.IsSuccessStatusCode);
        Assert.Equal("refused-state", await RefusesAsync("/branches", """{"state": "damaged", "branches": [{}]}""", 422, "state"));
    }

    // Returns a text of everything that branches must not change: machine, watches, buttons, history and save files.
    private async Task<string> GameAsTextAsync()
    {
        var state = await Game.Game.GetStateAsync();
        var watches = (await Client.GetJsonAsync($"{E}/watches")).GetRawText();
        var buttons = (await Client.GetJsonAsync($"{E}/buttons")).GetRawText();
        var history = await HistoryAsync();
        var saves = string.Join(' ', Directory.GetFiles(Game.Emulator.SaveFolder).Order()
            .Select(file => $"{file} {Convert.ToHexString(File.ReadAllBytes(file))}"));
        return $"{Convert.ToHexString(state[..SavedState.MachineBytes])} {watches} {buttons} {history} {saves}";
    }
}
