using System.Text;
using Bridge.Api.Features.Compat;

namespace Bridge.Api.Tests.Features.Compat;

/// <summary>Input that the mGBA-http routes refuse before it reaches the emulator; most of it succeeds in mGBA-http.</summary>
public sealed class RefusedInputTests(RefusingBridge bridge)
{
    private const string AllTen = "A, B, Select, Start, Right, Left, Up, Down, R, L";

    [Theory]
    [InlineData("POST", "/core/addkey", "missing-parameter", "key", "0 to 9")]
    [InlineData("POST", "/core/addkey?key=10", "invalid-parameter", "key", "0 to 9")]
    [InlineData("POST", "/core/addkey?key=A", "invalid-parameter", "key", "\"A\"")]
    [InlineData("POST", "/core/clearkey?key=-1", "invalid-parameter", "key", "\"-1\"")]
    [InlineData("GET", "/core/getkey?key=", "missing-parameter", "key", "0 to 9")]
    [InlineData("POST", "/core/addkeys?keyBitmask=1024", "invalid-parameter", "keyBitmask", "0 to 1023")]
    [InlineData("POST", "/core/clearkeys", "missing-parameter", "keyBitmask", "0 to 1023")]
    [InlineData("POST", "/core/setkeys?keys=0x3", "invalid-parameter", "keys", "0 to 1023")]
    [InlineData("GET", "/core/read8", "missing-parameter", "address", "0x02000000")]
    [InlineData("GET", "/core/read16?address=0x", "invalid-parameter", "address", "\"0x\"")]
    [InlineData("GET", "/core/read32?address=-1", "invalid-parameter", "address", "\"-1\"")]
    [InlineData("GET", "/core/readrange?address=0x02000000", "missing-parameter", "length", "1 to 1048576")]
    [InlineData("GET", "/core/readrange?address=0x02000000&length=0", "invalid-parameter", "length", "1 to 1048576")]
    [InlineData("GET", "/core/readrange?address=0x02000000&length=0x100001", "invalid-parameter", "length", "1 to 1048576")]
    [InlineData("GET", "/core/readrange?address=0x02000000&length=-1", "invalid-parameter", "length", "1 to 1048576")]
    [InlineData("POST", "/core/write8?address=0x02000000", "missing-parameter", "value", "-128 to 255")]
    [InlineData("POST", "/core/write8?address=0x02000000&value=256", "invalid-parameter", "value", "-128 to 255")]
    [InlineData("POST", "/core/write8?address=0x02000000&value=-129", "invalid-parameter", "value", "-128 to 255")]
    [InlineData("POST", "/core/write16?address=0x02000000&value=65536", "invalid-parameter", "value", "0 to 65535")]
    [InlineData("POST", "/core/write16?address=0x02000000&value=-1", "invalid-parameter", "value", "0 to 65535")]
    [InlineData("POST", "/core/write32?address=0x02000000&value=4294967296", "invalid-parameter", "value", "0 to 4294967295")]
    [InlineData("POST", "/core/write32?address=0x02000000&value=seven", "invalid-parameter", "value", "\"seven\"")]
    [InlineData("GET", "/core/readregister", "missing-parameter", "regName", "r0")]
    [InlineData("POST", "/core/writeregister?regName=r0", "missing-parameter", "value", "-2147483648 to 4294967295")]
    [InlineData("POST", "/core/writeregister?regName=r0&value=4294967296", "invalid-parameter", "value", "4294967295")]
    [InlineData("POST", "/core/savestateslot", "missing-parameter", "slot", "0 to 9")]
    [InlineData("POST", "/core/savestateslot?slot=10", "invalid-parameter", "slot", "0 to 9")]
    [InlineData("POST", "/core/loadstateslot?slot=1&flags=32", "invalid-parameter", "flags", "0 to 31")]
    [InlineData("POST", "/core/savestatebuffer?flags=-1", "invalid-parameter", "flags", "0 to 31")]
    [InlineData("POST", "/console/log", "missing-parameter", "message", "text")]
    [InlineData("POST", "/console/warn?message=", "missing-parameter", "message", "text")]
    [InlineData("GET", "/memorydomain/base", "missing-parameter", "memoryDomain", "wram")]
    [InlineData("GET", "/memorydomain/size?memoryDomain=w%20ram", "invalid-parameter", "memoryDomain", "\"w ram\"")]
    [InlineData("GET", "/memorydomain/read8?memoryDomain=wram", "missing-parameter", "address", "0x02000000")]
    [InlineData("GET", "/memorydomain/read8?address=0", "missing-parameter", "memoryDomain", "wram")]
    [InlineData("POST", "/memorydomain/write8?memoryDomain=wram&address=0&value=999", "invalid-parameter", "value", "255")]
    [InlineData("GET", "/memorydomain/readrange?memoryDomain=wram&address=0&length=many", "invalid-parameter", "length", "\"many\"")]
    [InlineData("POST", "/mgba-http/button/tap", "missing-parameter", "button", "A")]
    [InlineData("POST", "/mgba-http/button/tap?button=99", "unknown-button", "button", AllTen)]
    [InlineData("POST", "/mgba-http/button/add?button=X", "unknown-button", "button", AllTen)]
    [InlineData("POST", "/mgba-http/button/addmany", "missing-parameter", "buttons", "repeat the parameter")]
    [InlineData("POST", "/mgba-http/button/clearmany?buttons=A&buttons=Turbo", "unknown-button", "buttons[1]", AllTen)]
    [InlineData("POST", "/mgba-http/button/tapmany?buttons=", "unknown-button", "buttons[0]", AllTen)]
    [InlineData("GET", "/mgba-http/button/get?button=10", "unknown-button", "button", AllTen)]
    [InlineData("POST", "/mgba-http/button/hold?button=A", "missing-parameter", "duration", "0 to 3599")]
    [InlineData("POST", "/mgba-http/button/hold?button=A&duration=3600", "invalid-parameter", "duration", "0 to 3599")]
    [InlineData("POST", "/mgba-http/button/holdmany?buttons=A&duration=1.5", "invalid-parameter", "duration", "\"1.5\"")]
    [InlineData("GET", "/core/currentFrame?frame=1", "unknown-parameter", "frame", "takes no parameters")]
    public async Task Invalid_input_is_refused(string method, string path, string type, string parameter, string words) =>
        (await bridge.RefusesAsync(method, path)).Is(400, type, parameter, words);

    [Theory]
    [InlineData("/core/loadfile?path=game.gba")]
    [InlineData("/core/loadsavefile?path=game.sav&temporary=false")]
    [InlineData("/core/loadstatefile?path=game.ss1")]
    [InlineData("/core/savestatefile?path=game.ss1")]
    [InlineData("/core/screenshot?path=screen.png")]
    [InlineData("/mgba-http/extension/loadfile?path=game.gba")]
    public async Task A_path_is_refused_without_a_configured_folder(string path) =>
        (await bridge.RefusesAsync("POST", path)).Is(501, "unsupported", "path", "Bridge:FileFolder");

    [Theory]
    [InlineData("/core/loadsavefile?path=game.sav", "missing-parameter")]
    [InlineData("/core/loadsavefile?path=game.sav&temporary=yes", "invalid-parameter")]
    public async Task The_parameter_temporary_is_required_for_a_save_file(string path, string type) =>
        (await bridge.RefusesAsync("POST", path)).Is(400, type, "temporary", "true or false");

    [Fact]
    public async Task A_console_line_that_is_too_long_is_refused_as_a_whole() =>
        (await bridge.RefusesAsync("POST", $"/console/error?message={new string('x', 65_537)}"))
            .Is(400, "invalid-parameter", "message", "got 65537.", "at most 65536 bytes");

    [Fact]
    public async Task A_console_line_with_a_control_character_is_refused() =>
        (await bridge.RefusesAsync("POST", "/console/log?message=a%00b")).Is(400, "invalid-parameter", "message", "U+0000");

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("d3,")]
    [InlineData("d3 00,0")]
    [InlineData("d3;00")]
    [InlineData("0xd3,0x00")]
    [InlineData("d3,g0")]
    [InlineData("[d3,00")]
    public async Task A_state_that_is_not_a_list_of_bytes_is_refused(string body)
    {
        using var content = new StringContent(body, Encoding.UTF8, "text/plain");
        using var response = await bridge.Client.PostAsync("/core/loadstatebuffer", content);
        (await bridge.RefusesAsync(response)).Is(400, "invalid-body", "body", "d3,00,ff");
    }

    [Fact]
    public async Task A_state_with_another_content_type_is_refused()
    {
        using var content = new FormUrlEncodedContent([new("d3,00", "")]);
        using var response = await bridge.Client.PostAsync("/core/loadstatebuffer", content);
        Assert.Equal((415, "unsupported-media-type"),
            ((await bridge.RefusesAsync(response)).Status, (await ProblemResponse.ReadAsync(response)).Anchor));
    }

    [Fact]
    public async Task A_state_of_more_than_2_MiB_is_refused()
    {
        var text = string.Join(',', Enumerable.Repeat("00", (2 * 1024 * 1024) + 1));
        using var content = new StringContent(text, Encoding.UTF8, "text/plain");
        using var response = await bridge.Client.PostAsync("/core/loadstatebuffer", content);
        (await bridge.RefusesAsync(response)).Is(413, "too-large", "body", "2,097,152");
    }
}
