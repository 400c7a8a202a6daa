using System.Text;
using System.Text.Json;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// A wrong code is refused by its place in the request, and the game stays as it was. Cheat files of mGBA and libretro are taken.
/// </summary>
[Trait("Needs", "host")]
public sealed class CheatRefusalTests(ClockedGame game) : IClassFixture<ClockedGame>
{
    private const string Cheats = "/emulators/default/cheats";
    private const string Good = """{"name": "good", "lines": ["32000304 0055"]}""";

    [Theory]
    [InlineData("auto", "cheats[1].lines[1]", "must be a code of the GBA; got \"00A-17B\".", "32000305 0055", "00A-17B")]
    [InlineData("vba", "cheats[1].lines[0]", "must be a vba code of the GBA; got \"32000305 0055\".", "32000305 0055")]
    [InlineData("gameGenie", "cheats[1]", "must be of another type: a GBA has no gameGenie codes.", "00A-17B")]
    [InlineData("auto", "cheats[1].lines[0]", "must be followed by the rest of its code; got", "42000304 0055")]
    [InlineData("auto", "cheats[1].lines[1]", "must be the rest of the code that the line before begins; got",
        "42000304 0055", "02000304:55")]
    [InlineData("actionReplayRaw", "cheats[1].lines[0]", "needs the button of the cheat device, which an emulator lacks; got",
        "00000000 10200004", "00000055 00000000")]
    [InlineData("actionReplayRaw", "cheats[1]", "must write less: all cheats together may write 65536 times in a frame.",
        "00200304 FFFFFF55")]
    [InlineData("vba", "cheats[1].lines[0]", "changes 0x09000000, which is beyond the end of the ROM; got", "09000000:55")]
    public async Task A_wrong_code_is_named_and_nothing_changes(string type, string place, string words, params string[] lines)
    {
        await game.Game.SetCheatsAsync([new Cheat("before", ["32000304 0011"])]);
        var body = $$"""{"cheats": [{{Good}}, {"name": "wrong", "type": "{{type}}", "lines": {{JsonSerializer.Serialize(lines)}}}]}""";
        await RefusedAsync("PUT", Cheats, body, place, $"{place} {words}");
        var single = $$"""{"type": "{{type}}", "lines": {{JsonSerializer.Serialize(lines)}}}""";
        // In a request for a single cheat, the place has no "cheats[1].".
        var (member, name) = place == "cheats[1]" ? ("lines", "The cheat") : (place["cheats[1].".Length..], place["cheats[1].".Length..]);
        await RefusedAsync("PUT", $"{Cheats}/wrong", single, member, $"{name} {words}");
        Assert.Equal("before", Assert.Single(await game.Game.GetCheatsAsync()).Name);
        await game.PlaysAsync();
    }

    [Fact]
    public async Task A_cheat_that_is_not_there_is_unknown()
    {
        await game.Game.DeleteCheatsAsync();
        foreach (var (method, body) in new[] { ("PUT", """{"enabled": true}"""), ("DELETE", null) })
        {
            using var response = await game.Client.AskAsync(method, $"{Cheats}/nowhere", body);
            Assert.Equal((404, "unknown-cheat", "There is no cheat \"nowhere\"."), await RunningGame.RefusalAsync(response));
        }
    }

    [Fact]
    public async Task A_file_of_mGBA_is_taken()
    {
        await game.Game.SetCheatsAsync([new Cheat("Lives", ["32000304 0011"])]);
        var cheats = await game.Game.ImportCheatsAsync(Encoding.UTF8.GetBytes("""
            # Lives
            32000304 0055

            !disabled
            # HP / MP
            02000305:66
            !GSAv1 raw
            # Raw
            02000306 00000077
            """));
        Assert.Equal(["Lives", "HP - MP", "Raw"], cheats.Select(cheat => cheat.Name));
        Assert.Equal([true, false, true], cheats.Select(cheat => cheat.Enabled));
        Assert.Equal(["auto", "auto", "gameSharkRaw"], cheats.Select(cheat => cheat.Type));
        await game.PlayOnAsync(3);
        Assert.Equal("550077", Convert.ToHexString(await game.Game.ReadBytesAsync(0x02000304, 3)));
    }

    [Fact]
    public async Task A_file_of_libretro_is_taken()
    {
        await game.Game.DeleteCheatsAsync();
        var cheats = await game.Game.ImportCheatsAsync(Encoding.UTF8.GetBytes("""
            cheats = 2

            cheat0_desc = "Two values"
            cheat0_code = "32000314+0055+32000315 0066"
            cheat0_enable = true

            cheat1_desc = "Two values"
            cheat1_code = "02000316:77"
            cheat1_enable = false
            """));
        Assert.Equal(["Two values", "Two values (2)"], cheats.Select(cheat => cheat.Name));
        Assert.Equal(["32000314 0055", "32000315 0066"], cheats[0].Lines);
        await game.PlayOnAsync(3);
        Assert.Equal("556600", Convert.ToHexString(await game.Game.ReadBytesAsync(0x02000314, 3)));
    }

    [Theory]
    [InlineData("# A\n32000304 0055\n\n# B\n02000304:55\n00A-17B\n", "Line 6 must be a code of the GBA; got \"00A-17B\".")]
    [InlineData("# A\n42000304 0055\n", "Line 2 must be followed by the rest of its code; got \"42000304 0055\".")]
    [InlineData("cheats = 1\ncheat0_code = \"32000304 0055+00A-17B\"\n", "Line 2 must be a code of the GBA; got \"00A-17B\".")]
    [InlineData("# A\nhello\n", "Line 2 must be a code like ")]
    [InlineData("\0\u0001\u0002", "Line 1 must be a code like ")]
    public async Task A_wrong_line_of_a_file_is_named_and_nothing_changes(string file, string words)
    {
        await game.Game.SetCheatsAsync([new Cheat("before", ["32000304 0011"])]);
        var refused = await Assert.ThrowsAsync<ProblemException>(() => game.Game.ImportCheatsAsync(Encoding.UTF8.GetBytes(file)));
        Assert.Equal((400, "invalid-body"), (refused.Status, refused.Type));
        Assert.StartsWith(words, refused.Detail, StringComparison.Ordinal);
        Assert.Equal("before", Assert.Single(await game.Game.GetCheatsAsync()).Name);
    }

    private async Task RefusedAsync(string method, string path, string body, string parameter, string words)
    {
        using var response = await game.Client.AskAsync(method, path, body);
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal(400, (int)response.StatusCode);
        Assert.StartsWith(words, problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.Equal(parameter, problem.GetProperty("parameter").GetString());
    }
}
