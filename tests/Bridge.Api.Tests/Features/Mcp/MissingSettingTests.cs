namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>A bridge without a ROM folder: what can't work isn't offered, and the settings that are missing are named.</summary>
public sealed class MissingSettingTests() : FakedBridge(("Bridge:OnDemand:Program", Environment.ProcessPath!))
{
    [Theory]
    [InlineData("game_files", """{"what": ["roms"]}""", "unsupported: No ROM folder is configured;")]
    [InlineData("game_load", """{"rom": "x.gba"}""", "unsupported: No ROM folder is configured;")]
    public async Task A_tool_says_what_is_missing(string tool, string arguments, string sentence)
    {
        var answer = await Client.CallToolAsync(tool, arguments);
        Assert.True(answer.IsError);
        Assert.StartsWith(sentence, answer.Texts[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Tries_are_not_offered()
    {
        var tools = (await Client.AskMcpAsync("tools/list")).GetProperty("tools").EnumerateArray();
        Assert.DoesNotContain("game_try", tools.Select(tool => tool.GetProperty("name").GetString()));
        using var response = await Client.SendMcpAsync("tools/call", """{"name": "game_try", "arguments": {"ways": [["A"]]}}""");
        Assert.Equal(
            "game_try isn't offered. Branches need a ROM folder (set Bridge:RomFolder, or --roms DIR). Nothing was done.",
            (await response.ReadMcpAsync()).GetProperty("error").GetProperty("message").GetString());
    }

    [Theory]
    [InlineData("POST", "branches", """{"branches": [{"settle": 1}]}""")]
    [InlineData("POST", "rom", """{"name": "a.gba"}""")]
    [InlineData("GET", "roms", null)]
    public async Task Requests_that_need_a_ROM_folder_are_unsupported_over_HTTP(string method, string path, string? json)
    {
        using var response = await Client.AskAsync(method, $"/emulators/default/{path}", json);
        (await ProblemResponse.ReadAsync(response)).Is(501, "unsupported", null);
    }
}

/// <summary>A bridge with neither a ROM folder nor the program.</summary>
public sealed class BranchNeedsTests
{
    [Theory]
    [InlineData(true, false, "Branches need the program mgba-host (put it on the PATH, or set Bridge:OnDemand:Program).")]
    [InlineData(false, false,
        "Branches need a ROM folder (set Bridge:RomFolder, or --roms DIR) and the program mgba-host (put it on the PATH, or set "
        + "Bridge:OnDemand:Program).")]
    [InlineData(true, true, null)]
    public void All_missing_settings_are_named_at_once(bool hasRoms, bool hasProgram, string? sentence) =>
        Assert.Equal(sentence, Bridge.Api.Features.Branches.BranchNeeds.Describe(hasRoms, hasProgram));
}
