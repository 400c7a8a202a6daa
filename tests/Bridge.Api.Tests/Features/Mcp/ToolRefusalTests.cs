namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Arguments that don't fit: each gets its sentence, and no emulator receives anything.</summary>
public sealed class ToolRefusalTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("game_look", """{"screens": true}""",
        "invalid-body: Unknown member \"screens\"; the arguments of game_look must be an object with screen, scale, part, grid, show, "
        + "read.")]
    [InlineData("game_look", """{"scale": 5}""", "invalid-parameter: scale must be 1 to 4; got \"5\".")]
    [InlineData("game_look", """{"scale": "two"}""", "invalid-body: scale must be a whole number; got \"two\".")]
    [InlineData("game_look", """{"screen": 1}""", "invalid-body: screen must be true or false; got 1.")]
    [InlineData("game_look", """{"read": []}""", "invalid-parameter: read must be a list of 1 to 16; got 0.")]
    [InlineData("game_look", """{"read": [{"address": "!"}]}""", "invalid-parameter: read[0].address must be an address like")]
    [InlineData("game_act", """{"press": ["A", "Right", "Jump"]}""", "unknown-button: press[2] must be one of A, B, Select")]
    [InlineData("game_act", """{"press": ["A+Jump"]}""", "unknown-button: press[0] must be one of A, B, Select")]
    [InlineData("game_act", """{"press": ["Up*0"]}""",
        "invalid-parameter: press[0] must be like A, A+B, Up*16, Right*50>Right+A*20, 12xUp or -30, with 1 to 3600 frames; got \"Up*0\".")]
    [InlineData("game_act", """{"press": ["Up*9>"]}""", "unknown-button: press[0] must be one of A, B, Select")]
    [InlineData("game_act", """{"press": ["0xUp"]}""",
        "invalid-parameter: press[0] must be like 12xUp, with 1 to 64 times; got \"0xUp\".")]
    [InlineData("game_act", """{"press": ["65xUp"]}""", "invalid-parameter: press[0] must be like 12xUp, with 1 to 64 times;")]
    [InlineData("game_act", """{"press": ["A", "32xUp>A"]}""",
        "invalid-parameter: press[1] makes 65 presses; a call has at most 64, with each repetition and each part counted.")]
    [InlineData("game_act", """{"press": ["-35990", "A"]}""",
        "invalid-parameter: press[1] makes the presses end in frame 36002; they may have at most 36000 frames.")]
    [InlineData("game_act", """{"press": ["Jump"]}""",
        "unknown-button: press[0] must be one of A, B, Select, Start, Right, Left, Up, Down, R, L on a GBA; got \"Jump\". "
        + "A press is like A, A+B, Up*16, Right*50>Right+A*20, 12xUp or -30.")]
    [InlineData("game_act", """{"press": ["-"]}""", "invalid-parameter: press[0] must be like")]
    // Presses become the steps of a turn, whose sentence this is; an empty list is no steps.
    [InlineData("game_act", """{"press": [], "repeat": 2}""", "invalid-parameter: repeat requires steps.")]
    [InlineData("game_act", """{"press": 5}""", "invalid-body: press must be a list of strings; got 5.")]
    [InlineData("game_act", """{"press": [null]}""", "invalid-body: press[0] must be a string; got null.")]
    [InlineData("game_act", """{"press": ["A"], "steps": [{"wait": 1}]}""", "invalid-parameter: press can't be combined with steps.")]
    [InlineData("game_act", """{"steps": [{"buttons": ["A"], "hold": 0}]}""",
        "invalid-parameter: steps[0].hold must be 1 to 3600; got \"0\".")]
    [InlineData("game_act", """{"press": ["A"], "repeat": 1001}""", "invalid-parameter: repeat must be 1 to 1000; got \"1001\".")]
    [InlineData("game_act", """{"repeat": 2}""", "invalid-parameter: repeat requires steps.")]
    [InlineData("game_act", """{"settle": 3601}""",
        "invalid-parameter: settle must be 0 to 3600, still, each, or like still 0,0,240,128, a part; got \"3601\".")]
    [InlineData("game_act", """{"timeoutFrames": 9}""", "invalid-parameter: timeoutFrames requires until.")]
    [InlineData("game_act", """{"until": {"address": "1", "is": "eq"}}""",
        "missing-parameter: until.value is required: the number to compare with.")]
    [InlineData("game_act", """{"screen": "start"}""", "invalid-parameter: screen must be end, none, spread or presses; got \"start\".")]
    [InlineData("game_act", """{"press": ["A"], "screen": "presses", "repeat": 65}""",
        "invalid-parameter: screen presses requires settle still or each for more than 64 presses; got 65.")]
    [InlineData("game_try", """{"ways": [["A"]], "settle": "each", "from": "a"}""",
        "invalid-parameter: from can't be combined with settle each, except as @undo.")]
    [InlineData("game_try", """{"ways": [["A"], ["A"], ["A"]], "settle": "each", "keep": 3}""",
        "invalid-parameter: keep must be the index of a way, from 0;")]
    [InlineData("game_try", """{"ways": [["A"]], "settle": "still", "until": "screen changed"}""",
        "invalid-parameter: settle still can't be combined with until.")]
    [InlineData("game_act", """{"screen": "none", "scale": 2}""", "invalid-parameter: scale requires a screen other than none.")]
    [InlineData("game_act", """{"from": "../up"}""", "invalid-parameter: from must be 1 to 64 characters")]
    [InlineData("game_act", """{"lease": "x"}""",
        "invalid-body: Unknown member \"lease\"; the arguments of game_act must be an object with")]
    [InlineData("game_notes", """{"add": "a\u001b[2Jb"}""",
        "invalid-parameter: add must be 1 to 600 characters of one line, without control characters; got")]
    [InlineData("game_notes", """{"state": "a", "remove": 1}""", "invalid-parameter: state can't be combined with other arguments.")]
    [InlineData("game_notes", """{"state": "../up"}""", "invalid-parameter: state must be 1 to 64 characters")]
    [InlineData("game_notes", """{"add": ""}""", "invalid-parameter: add must be 1 to 600 characters")]
    [InlineData("game_notes", """{"name": "0x10", "address": "1"}""", "invalid-parameter: name must be a letter or _, then")]
    [InlineData("game_notes", """{"name": "hp"}""", "missing-parameter: address is required: a number like 0x02000020.")]
    [InlineData("game_notes", """{"address": 5}""", "missing-parameter: name is required: the name for the address.")]
    [InlineData("game_notes", """{"name": "hp", "address": "1", "type": "u64"}""", "invalid-parameter: type must be one of u8,")]
    [InlineData("state_save", """{"name": "a", "note": "a\nb"}""", "invalid-parameter: note must be 1 to 200 characters of one line;")]
    [InlineData("game_try", "{}", "missing-parameter: ways is required: a list of 1 to 64 lists of presses.")]
    [InlineData("game_try", """{"ways": []}""", "invalid-parameter: ways must be a list of 1 to 64; got 0.")]
    [InlineData("game_try", """{"ways": [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []]}""",
        "invalid-parameter: screen must be false for more than 16 ways; got 17.")]
    [InlineData("game_try", """{"ways": [5]}""", "invalid-body: ways[0] must be a list of strings; got 5.")]
    [InlineData("game_try", """{"ways": "A"}""", "invalid-body: ways must be a list of lists of strings; got \"A\".")]
    [InlineData("game_try", """{"ways": [["A"], null]}""", "invalid-body: ways[1] must be a list of strings; got null.")]
    [InlineData("game_try", """{"ways": [["A"], ["B", "Jump"]]}""", "unknown-button: ways[1][1] must be one of A, B, Select")]
    [InlineData("game_try", """{"ways": [["A"], ["-36000", "A"]]}""",
        "invalid-parameter: ways[1][1] makes the presses end in frame 36012")]
    [InlineData("game_try", """{"ways": [["A"]], "keep": 1}""", "invalid-parameter: keep must be the index of a way, from 0; got \"1\".")]
    [InlineData("game_try", """{"ways": [["A"], ["B"]], "keep": 2}""",
        "invalid-parameter: keep must be the index of a way, from 0; got \"2\".")]
    [InlineData("game_try", """{"ways": [["A"]], "until": {"address": "1", "is": "eq"}}""",
        "missing-parameter: until.value is required: the number to compare with.")]
    [InlineData("game_try", """{"ways": [["A"]], "timeoutFrames": 9}""", "invalid-parameter: timeoutFrames requires until.")]
    [InlineData("game_try", """{"ways": [["A"]], "settle": 3601}""", "invalid-parameter: settle must be 0 to 3600, still,")]
    [InlineData("game_try", """{"ways": [["A"]], "from": "../up"}""", "invalid-parameter: from must be 1 to 64 characters")]
    [InlineData("game_try", """{"ways": [["A"], ["B"]], "read": [{"address": "1", "length": 513}]}""",
        "invalid-parameter: read[0].length must be 1 to 512; got \"513\".")]
    [InlineData("game_try", """{"ways": [["A"]], "read": [{"address": "!"}]}""",
        "invalid-parameter: read[0].address must be an address like")]
    [InlineData("game_wait", "{}", "invalid-parameter: Exactly one of until, screen and frames is required; got 0.")]
    [InlineData("game_wait", """{"screen": true, "frames": 3}""",
        "invalid-parameter: Exactly one of until, screen and frames is required; got 2.")]
    [InlineData("game_wait", """{"frames": 3601}""", "invalid-parameter: frames must be 1 to 3600; got \"3601\".")]
    [InlineData("game_wait", """{"until": {"address": "1", "is": "near", "value": 1}}""", "invalid-parameter: until.is must be one of eq")]
    [InlineData("game_freeze", "{}", "missing-parameter: frozen is required: true or false.")]
    [InlineData("game_freeze", """{"frozen": true, "seconds": 601}""", "invalid-parameter: seconds must be 1 to 600; got \"601\".")]
    [InlineData("memory_read", "{}", "missing-parameter: places is required: a list of 1 to 64 places, or registers.")]
    [InlineData("memory_read", """{"places": [{"address": "1", "length": 1025}]}""",
        "invalid-parameter: places[0].length must be 1 to 1024; got \"1025\".")]
    [InlineData("memory_read", """{"places": [{"address": "1", "length": 1024}, {"address": "1", "length": 1}]}""",
        "invalid-parameter: The lengths in places must be 1 to 1024 together; got 1025.")]
    [InlineData("game_look", """{"read": [{"address": "1", "length": 1025}]}""",
        "invalid-parameter: read[0].length must be 1 to 1024; got \"1025\".")]
    [InlineData("game_act", """{"read": [{"address": "1", "length": 1025}]}""",
        "invalid-parameter: read[0].length must be 1 to 1024; got \"1025\".")]
    [InlineData("memory_read", """{"places": [{"address": "1", "type": "u64"}]}""", "invalid-parameter: places[0].type must be one of u8")]
    [InlineData("memory_read", """{"registers": ["../pc"]}""",
        "invalid-parameter: registers[0] must be a register like pc or r0; got \"../pc\".")]
    [InlineData("memory_write", "{}", "missing-parameter: writes is required: a list of 1 to 32 writes.")]
    [InlineData("memory_write", """{"writes": [{"address": "1", "value": 1}, {"address": "2", "value": 256}]}""",
        "invalid-parameter: writes[1].value must be 0 to 255 for u8; got \"256\".")]
    [InlineData("memory_write", """{"writes": [{"address": "1", "value": 1}], "onlyIf": [{"address": "!", "equals": 1}]}""",
        "invalid-parameter: onlyIf[0].address must be an address like")]
    [InlineData("memory_write", """{"writes": [{"address": "!", "value": 1}], "onlyIf": [{"address": "1", "equals": 1}]}""",
        "invalid-parameter: writes[0].address must be an address like")]
    [InlineData("memory_write", """{"writes": [{"address": "1"}]}""",
        "missing-parameter: writes[0].value is required: the number to write, or hex for bytes.")]
    [InlineData("memory_write", """{"writes": [{"address": "1", "hex": "0"}]}""",
        "invalid-parameter: writes[0].hex must be 1 to 16384 bytes")]
    [InlineData("memory_search", "{}", "missing-parameter: is is required: one of eq")]
    [InlineData("memory_search", """{"is": "changed"}""", "invalid-parameter: is must be one of any, eq")]
    [InlineData("memory_search", """{"is": "eq"}""", "missing-parameter: value is required: the number that eq compares with.")]
    [InlineData("memory_search", """{"is": "eq", "value": 256}""", "invalid-parameter: value must be 0 to 255 for u8; got \"256\".")]
    [InlineData("memory_search", """{"is": "any", "search": 7}""", "unknown-search: default has no search 7;")]
    [InlineData("memory_search", """{"is": "any", "search": 7, "region": "wram"}""",
        "invalid-parameter: region can't be combined with search.")]
    [InlineData("game_files", """{"what": ["saves"]}""", "invalid-parameter: what[0] must be states, roms or domains; got \"saves\".")]
    [InlineData("game_files", """{"filter": ""}""", "invalid-parameter: filter must be 1 to 64 characters; got \"\".")]
    [InlineData("game_files", """{"page": 0}""", "invalid-parameter: page must be 1 to 10000; got \"0\".")]
    [InlineData("state_save", "{}", "missing-parameter: name is required: a name for the state.")]
    [InlineData("state_save", """{"name": "a/b"}""", "invalid-parameter: name must be 1 to 64 characters")]
    [InlineData("state_load", """{"name": "COM1"}""", "invalid-parameter: name must be 1 to 64 characters")]
    [InlineData("state_load", """{"name": "a", "keepCurrentAs": "A"}""", "invalid-parameter: keepCurrentAs must be another name than a")]
    [InlineData("state_load", """{"name": "a", "keepCurrentAs": ".."}""", "invalid-parameter: keepCurrentAs must be 1 to 64 characters")]
    [InlineData("game_rewind", "{}", "invalid-parameter: Exactly one of turns, seconds, frames, mark and setMark is required; got 0.")]
    [InlineData("game_rewind", """{"mark": "a", "setMark": "b"}""",
        "invalid-parameter: Exactly one of turns, seconds, frames, mark and setMark is required; got 2.")]
    [InlineData("game_rewind", """{"seconds": 0}""", "invalid-parameter: seconds must be 0.01 to 3600; got \"0\".")]
    [InlineData("game_rewind", """{"frames": 0}""", "invalid-parameter: frames must be 1 to 2147483647; got \"0\".")]
    [InlineData("game_rewind", """{"mark": " a"}""", "invalid-parameter: mark must be 1 to 64 printable ASCII characters")]
    [InlineData("game_rewind", """{"setMark": ""}""", "invalid-parameter: setMark must be 1 to 64 printable ASCII characters")]
    [InlineData("game_load", """{"rom": "../x.gba"}""",
        "invalid-parameter: rom must be a file name that game_files lists, without a folder")]
    public async Task An_argument_that_does_not_fit_is_refused(string tool, string arguments, string sentence)
    {
        var text = await RefusesAsync(tool, arguments);
        Assert.StartsWith(sentence, text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_place_too_many_is_refused()
    {
        var places = string.Join(',', Enumerable.Repeat("""{"address": "1"}""", 65));
        Assert.StartsWith("invalid-parameter: places must be a list of 1 to 64; got 65.",
            await RefusesAsync("memory_read", $$"""{"places": [{{places}}]}"""), StringComparison.Ordinal);
        places = string.Join(',', Enumerable.Repeat("""{"address": "1"}""", 33));
        Assert.StartsWith("invalid-parameter: read must be a list of 1 to 32; got 33.",
            await RefusesAsync("game_act", $$"""{"read": [{{places}}]}"""), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_button_of_another_console_is_refused() =>
        Assert.StartsWith("unknown-button: press[0] must be one of A, B, Select, Start, Right, Left, Up, Down on a GB; got \"R\".",
            await RefusesAsync("game_act", """{"press": ["R"]}""", "/emulators/pocket/mcp"), StringComparison.Ordinal);

    [Theory]
    [InlineData("""{"name": "game_jump"}""", "Unknown tool \"game_jump\"; the tools are game_look, game_act,")]
    public async Task An_unknown_tool_is_refused_with_the_list_of_tools(string given, string sentence)
    {
        using var response = await bridge.Client.SendMcpAsync("tools/call", given);
        var error = (await response.ReadMcpAsync()).GetProperty("error");
        Assert.Equal(-32602, error.GetProperty("code").GetInt32());
        Assert.StartsWith(sentence, error.GetProperty("message").GetString(), StringComparison.Ordinal);
        bridge.AssertNothingWasSent();
    }

    private async Task<string> RefusesAsync(string tool, string arguments, string path = "/mcp")
    {
        var answer = await bridge.Client.CallToolAsync(tool, arguments, path);
        Assert.True(answer.IsError, answer.Whole.GetRawText());
        Assert.Empty(answer.Pictures);
        Assert.False(answer.Whole.TryGetProperty("structuredContent", out _));
        var text = Assert.Single(answer.Texts);
        Assert.Contains(" Nothing was done.", text, StringComparison.Ordinal);
        Assert.DoesNotMatch("(GET|POST|PUT|DELETE|PATCH) |…/", text);
        bridge.AssertNothingWasSent();
        return text;
    }
}
