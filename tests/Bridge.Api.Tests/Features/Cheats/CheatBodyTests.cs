namespace Bridge.Api.Tests.Features.Cheats;

public sealed class CheatBodyTests(RefusingBridge bridge)
{
    private const string Cheats = "/emulators/default/cheats";
    private const string Codes = "\"lines\": [\"32000304 0055\"]";

    [Theory]
    [InlineData("{}", "missing-parameter", "cheats", "a list of cheats")]
    [InlineData("""{"cheats": [{}]}""", "missing-parameter", "cheats[0].name", "1 to 64 characters")]
    [InlineData("""{"cheats": [null]}""", "missing-parameter", "cheats[0].name", "1 to 64 characters")]
    [InlineData("""{"cheats": [{"name": "a"}]}""", "missing-parameter", "cheats[0].lines", "the codes of the cheat")]
    [InlineData("""{"cheats": [{"name": "a", "lines": []}]}""", "invalid-parameter", "cheats[0].lines", "must have 1 to 2048 codes; got 0")]
    [InlineData("""{"cheats": [{"name": "a", "lines": ["32000304 0055", null]}]}""", "invalid-parameter", "cheats[0].lines[1]", "got \"\"")]
    [InlineData("""{"cheats": [{"name": "a", "lines": ["hello"]}]}""", "invalid-parameter", "cheats[0].lines[0]",
        "must be a code like 82000300 0063, 02000300:63, 01630AC3 or 00A-17B; got \"hello\"")]
    [InlineData("""{"cheats": [{"name": "a", "lines": ["32000304 0055\n+ auto b"]}]}""", "invalid-parameter", "cheats[0].lines[0]", "got")]
    [InlineData("""{"cheats": [{"name": "a", "lines": ["32000304 0055\n"]}]}""", "invalid-parameter", "cheats[0].lines[0]", "got")]
    [InlineData("""{"cheats": [{"name": "a\nb", LINES}]}""", "invalid-parameter", "cheats[0].name", "without control characters")]
    [InlineData("""{"cheats": [{"name": "a/b", LINES}]}""", "invalid-parameter", "cheats[0].name", "without control characters")]
    [InlineData("""{"cheats": [{"name": " a", LINES}]}""", "invalid-parameter", "cheats[0].name", "must not begin or end with a space")]
    [InlineData("""{"cheats": [{"name": "a ", LINES}]}""", "invalid-parameter", "cheats[0].name", "must not begin or end with a space")]
    [InlineData("""{"cheats": [{"name": "..", LINES}]}""", "invalid-parameter", "cheats[0].name", "or begin with a .")]
    [InlineData("""{"cheats": [{"name": "", LINES}]}""", "invalid-parameter", "cheats[0].name", "1 to 64 characters")]
    [InlineData("""{"cheats": [{"name": "a", LINES}, {"name": "a", LINES}]}""", "invalid-parameter", "cheats[1].name", "one cheat only")]
    [InlineData("""{"cheats": [{"name": "a", "type": "lucky", LINES}]}""", "invalid-parameter", "cheats[0].type", "auto, codeBreaker")]
    public async Task Invalid_cheats_are_refused(string body, string anchor, string member, string words) =>
        (await bridge.RefusesAsync("PUT", Cheats, body.Replace("LINES", Codes, StringComparison.Ordinal))).Is(400, anchor, member, words);

    [Theory]
    [InlineData("{}", "missing-parameter", "lines", "the codes of the cheat, or enabled")]
    [InlineData("""{"type": "vba"}""", "missing-parameter", "lines", "because type is given")]
    [InlineData("""{"type": "vba", "enabled": true}""", "missing-parameter", "lines", "because type is given")]
    [InlineData("""{"lines": []}""", "invalid-parameter", "lines", "must have 1 to 2048 codes; got 0")]
    [InlineData("""{"lines": ["1"]}""", "invalid-parameter", "lines[0]", "got \"1\"")]
    public async Task An_invalid_cheat_is_refused(string body, string anchor, string member, string words) =>
        (await bridge.RefusesAsync("PUT", $"{Cheats}/a", body)).Is(400, anchor, member, words);

    [Theory]
    [InlineData("""{"cheats": {}}""", "cheats")]
    [InlineData("""{"cheats": [{"name": "a", "lines": "32000304 0055"}]}""", "cheats[0].lines")]
    [InlineData("""{"cheats": [{"name": "a", "on": true}]}""", "cheats[0].on")]
    public async Task An_invalid_body_is_refused(string body, string member) =>
        (await bridge.RefusesAsync("PUT", Cheats, body)).Is(400, "invalid-body", member, "");
}
