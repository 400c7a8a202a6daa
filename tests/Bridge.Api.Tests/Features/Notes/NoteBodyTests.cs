namespace Bridge.Api.Tests.Features.Notes;

public sealed class NoteBodyTests(RefusingBridge bridge)
{
    private const string Notes = "/emulators/default/notes";
    private const string Accepted = "1 to 200 characters of one line";

    [Theory]
    [InlineData("{}", "missing-parameter")]
    [InlineData("""{"text": ""}""", "invalid-parameter")]
    [InlineData("""{"text": "a\nb"}""", "invalid-parameter")]
    [InlineData("""{"text": "\u0000"}""", "invalid-parameter")]
    [InlineData("""{"text": "a\u0085b"}""", "invalid-parameter")]
    [InlineData("""{"text": "a\u2028b"}""", "invalid-parameter")]
    [InlineData("""{"text": "\u007f"}""", "invalid-parameter")]
    public async Task An_invalid_note_is_refused(string body, string anchor) =>
        (await bridge.RefusesAsync("POST", Notes, body)).Is(400, anchor, "text", Accepted);

    [Theory]
    [InlineData("""{"text": 1}""", "text")]
    [InlineData("""{"text": "\ud800"}""", "text")]
    [InlineData("""{"words": "a"}""", "words")]
    public async Task An_invalid_body_is_refused(string body, string member) =>
        (await bridge.RefusesAsync("POST", Notes, body)).Is(400, "invalid-body", member, "");

    [Theory]
    [InlineData("limit=0")]
    [InlineData("limit=1001")]
    [InlineData("limit=x")]
    public async Task An_invalid_limit_is_refused(string query) =>
        (await bridge.RefusesAsync("GET", $"{Notes}?{query}")).Is(400, "invalid-parameter", "limit", "limit must be 1 to 1000");
}
