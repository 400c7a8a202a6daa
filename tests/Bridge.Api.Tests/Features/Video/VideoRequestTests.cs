using System.Text.Json;

namespace Bridge.Api.Tests.Features.Video;

public sealed class VideoRequestTests(RefusingBridge bridge)
{
    private const string Video = "/emulators/default/video";

    [Theory]
    [InlineData("tiles?first=3072", "first", "first must be 0 to 3071; got \"3072\".")]
    [InlineData("tiles?count=0", "count", "count must be 1 to 1024; got \"0\".")]
    [InlineData("tiles?count=1025", "count", "count must be 1 to 1024; got \"1025\".")]
    [InlineData("tiles?columns=65", "columns", "columns must be 1 to 64; got \"65\".")]
    [InlineData("tiles?palette=16", "palette", "palette must be 0 to 15; got \"16\".")]
    [InlineData("tiles?sprites=1", "sprites", "sprites must be true or false; got \"1\".")]
    [InlineData("tiles?colors=4", "colors", "colors must be one of 16, 256; got \"4\".")]
    [InlineData("maps/4", "background", "background must be one of 0, 1, 2, 3, window; got \"4\".")]
    [InlineData("maps/0?format=gif", "format", "format must be one of json, png; got \"gif\".")]
    [InlineData("sprites/128", "sprite", "sprite must be 0 to 127; got \"128\".")]
    public async Task An_invalid_parameter_is_refused(string path, string parameter, string sentence) =>
        (await bridge.RefusesAsync("GET", $"{Video}/{path}")).Is(400, "invalid-parameter", parameter, sentence);

    [Theory]
    [InlineData("{}", "missing-parameter", "table", "table is required")]
    [InlineData("""{"table": {"x": "A"}}""", "invalid-parameter", "table", "texts by the numbers of tiles, 0 to 1023; got \"x\"")]
    [InlineData("""{"table": {"01": "A"}}""", "invalid-parameter", "table", "0 to 1023; got \"01\"")]
    [InlineData("""{"table": {"1024": "A"}}""", "invalid-parameter", "table", "0 to 1023; got \"1024\"")]
    [InlineData("""{"table": {"1": ""}}""", "invalid-parameter", "table.1", "a text of 1 to 8 characters")]
    [InlineData("""{"table": {"1": "123456789"}}""", "invalid-parameter", "table.1", "a text of 1 to 8 characters")]
    [InlineData("""{"table": {"1": "\n"}}""", "invalid-parameter", "table.1", "without control characters")]
    [InlineData("""{"table": {"1": null}}""", "invalid-parameter", "table.1", "got \"null\"")]
    [InlineData("""{"table": {"1": 2}}""", "invalid-body", "table.1", "")]
    [InlineData("""{"table": {}, "background": "4"}""", "invalid-parameter", "background", "one of 0, 1, 2, 3, window")]
    [InlineData("""{"table": {}, "otherwise": "123456789"}""", "invalid-parameter", "otherwise", "up to 8 characters")]
    [InlineData("""{"table": {}, "visible": 1}""", "invalid-body", "visible", "")]
    [InlineData("""{"table": {}, "font": "a"}""", "invalid-body", "font", "")]
    public async Task An_invalid_table_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", $"{Video}/text", body)).Is(400, anchor, parameter, words);

    [Fact]
    public async Task A_table_has_at_most_1024_entries()
    {
        var table = Enumerable.Range(0, 1025).ToDictionary(tile => $"{tile}", _ => "A");
        (await bridge.RefusesAsync("POST", $"{Video}/text", JsonSerializer.Serialize(new { table })))
            .Is(400, "invalid-parameter", "table", "at most 1024 entries; got \"1025\"");
    }
}
