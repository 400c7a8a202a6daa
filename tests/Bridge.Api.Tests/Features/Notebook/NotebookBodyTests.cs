namespace Bridge.Api.Tests.Features.Notebook;

/// <summary>What a notebook refuses before it asks for the game.</summary>
public sealed class NotebookBodyTests(RefusingBridge bridge)
{
    private const string Path = "/emulators/default/notebook";

    [Theory]
    [InlineData("{}", "missing-parameter", "text is required: 1 to 600 characters of one line, without control characters.")]
    [InlineData("""{"text": ""}""", "invalid-parameter", "text must be 1 to 600 characters of one line")]
    [InlineData("""{"text": "a\nb"}""", "invalid-parameter", "of one line")]
    [InlineData("""{"text": "\u001b[31mred"}""", "invalid-parameter", "without control characters")]
    [InlineData("""{"text": "a\u0085b"}""", "invalid-parameter", "of one line")]
    [InlineData("""{"text": "a\u2028b"}""", "invalid-parameter", "of one line")]
    public async Task An_invalid_note_is_refused(string body, string anchor, string sentence) =>
        (await bridge.RefusesAsync("POST", $"{Path}/notes", body)).Is(400, anchor, "text", sentence);

    [Theory]
    [InlineData("""{"text": 1}""", "text")]
    [InlineData("""{"text": "\ud800"}""", "text")]
    [InlineData("""{"words": "a"}""", "words")]
    public async Task An_invalid_body_is_refused(string body, string member) =>
        (await bridge.RefusesAsync("POST", $"{Path}/notes", body)).Is(400, "invalid-body", member, "");

    [Theory]
    [InlineData("1hp")]
    [InlineData("0x10")]
    [InlineData("h-p")]
    [InlineData("h+1")]
    [InlineData("[hp]")]
    [InlineData("h%20p")]
    [InlineData("hp%0A")]
    [InlineData("%C3%A4")]
    [InlineData("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn")]
    public async Task A_name_that_no_address_can_have_is_refused(string name)
    {
        const string Sentence = "name must be a letter or _, then letters, digits and _ . @ # $, together at most 64 characters; got \"";
        (await bridge.RefusesAsync("PUT", $"{Path}/names/{name}", """{"address": "1"}""")).Is(400, "invalid-parameter", "name", Sentence);
        (await bridge.RefusesAsync("DELETE", $"{Path}/names/{name}")).Is(400, "invalid-parameter", "name", Sentence);
    }

    [Theory]
    [InlineData("{}", "missing-parameter", "address", "address is required: a number like 0x02000020.")]
    [InlineData("""{"address": "gPlayer"}""", "invalid-parameter", "address", "address must be a number like")]
    [InlineData("""{"address": "[0x02000008]"}""", "invalid-parameter", "address", "got \"[0x02000008]\"")]
    [InlineData("""{"address": "0x100000000"}""", "invalid-parameter", "address", "up to 0xFFFFFFFF")]
    [InlineData("""{"address": "1", "type": "u64"}""", "invalid-parameter", "type", "type must be one of u8, u16")]
    [InlineData("""{"address": "1", "comment": ""}""", "invalid-parameter", "comment", "comment must be 1 to 200 characters of one line")]
    [InlineData("""{"address": "1", "comment": "a\tb"}""", "invalid-parameter", "comment", "without control characters")]
    [InlineData("""{"address": 1}""", "invalid-body", "address", "address must be a string")]
    public async Task An_invalid_meaning_is_refused(string body, string anchor, string member, string sentence) =>
        (await bridge.RefusesAsync("PUT", $"{Path}/names/hp", body)).Is(400, anchor, member, sentence);

    [Theory]
    [InlineData("0")]
    [InlineData("2147483648")]
    [InlineData("one")]
    public async Task An_invalid_id_is_refused(string id) =>
        (await bridge.RefusesAsync("DELETE", $"{Path}/notes/{id}")).Is(400, "invalid-parameter", "id", "id must be 1 to 2147483647");
}
