using System.Text;

namespace Bridge.Api.Tests.Refusals;

public sealed class BodyTests(RefusingBridge bridge)
{
    private const string Memory = "/emulators/default/memory/0x02000000";
    private const string Press = "/emulators/default/buttons/press";

    [Theory]
    [InlineData("PUT", Memory, """{"value": 1, "typ": "u8"}""", "typ", "value, type")]
    [InlineData("PUT", Memory, """{"Value": 1}""", "Value", "value, type")]
    [InlineData("POST", Press, """{"buttons": ["A"], "frames": 6}""", "frames", "buttons, hold, release, wait")]
    [InlineData("PUT", "/emulators/default/buttons", """{"buttons": ["A"], "hold": 6}""", "hold", "buttons")]
    public async Task An_unknown_member_is_refused(string method, string path, string body, string parameter, string known) =>
        (await bridge.RefusesAsync(method, path, body)).Is(400, "invalid-body", parameter, $"\"{parameter}\"", known);

    [Theory]
    [InlineData(Memory, """{"value": "7"}""", "value", "\"7\"", "a whole number")]
    [InlineData(Memory, """{"value": 1.5}""", "value", "1.5", "a whole number")]
    [InlineData(Memory, """{"value": 1e400}""", "value", "1e400", "a whole number")]
    [InlineData(Memory, """{"value": true}""", "value", "true", "a whole number")]
    [InlineData(Memory, """{"value": 9223372036854775808}""", "value", "9223372036854775808", "a whole number")]
    [InlineData(Memory, """{"value": 1, "type": 8}""", "type", "8", "a string")]
    [InlineData(Press, """{"buttons": "A"}""", "buttons", "\"A\"", "a list of strings")]
    [InlineData(Press, """{"buttons": [1]}""", "buttons[0]", "[1]", "a list of strings")]
    [InlineData(Press, """{"buttons": ["A", ["B"]]}""", "buttons[1]", "[\"B\"]", "a list of strings")]
    [InlineData(Press, """{"buttons": ["A"], "hold": "6"}""", "hold", "\"6\"", "a whole number")]
    [InlineData(Press, """{"buttons": ["A"], "hold": 2147483648}""", "hold", "2147483648", "a whole number")]
    [InlineData(Press, """{"buttons": ["A"], "release": {}}""", "release", "{}", "a whole number")]
    [InlineData(Press, """{"buttons": ["A"], "wait": "true"}""", "wait", "\"true\"", "true or false")]
    public async Task A_member_of_the_wrong_kind_is_refused(string path, string body, string parameter, string got, string accepted) =>
        (await bridge.RefusesAsync(path == Press ? "POST" : "PUT", path, body)).Is(400, "invalid-body", parameter, got, accepted);

    [Fact]
    public async Task A_missing_value_is_refused()
    {
        (await bridge.RefusesAsync("PUT", Memory, "{}")).Is(400, "missing-parameter", "value", "value");
        (await bridge.RefusesAsync("PUT", Memory, """{"value": null}""")).Is(400, "missing-parameter", "value", "value");
    }

    [Theory]
    [InlineData("""{"value": 1, "value": 2}""")]
    [InlineData("""{"value": 1, "type": "u8", "value": 1}""")]
    public async Task A_duplicate_member_is_refused(string body) =>
        (await bridge.RefusesAsync("PUT", Memory, body)).Is(400, "invalid-body", null, "twice");

    [Theory]
    [InlineData("", "line 1")]
    [InlineData("{", "line 1")]
    [InlineData("""{"value": 1""", "line 1")]
    [InlineData("""{"value": 1,}""", "line 1")]
    [InlineData("""{value: 1}""", "line 1")]
    [InlineData("{\n\"value\": 01}", "line 2")]
    [InlineData("""{"value": 1} 2""", "line 1")]
    [InlineData("""{"value": 1} // one""", "line 1")]
    [InlineData("""{"value": NaN}""", "line 1")]
    public async Task Invalid_JSON_is_refused_with_its_position(string body, string place) =>
        (await bridge.RefusesAsync("PUT", Memory, body)).Is(400, "invalid-body", null, place, "byte");

    [Theory]
    [InlineData("[]")]
    [InlineData("7")]
    [InlineData("null")]
    [InlineData("\"value\"")]
    public async Task A_body_that_is_not_an_object_is_refused(string body) =>
        (await bridge.RefusesAsync("PUT", Memory, body)).Is(400, "invalid-body", null, "object", "value, type");

    [Fact]
    public async Task A_body_that_is_not_UTF8_is_refused()
    {
        using var content = new ByteArrayContent([.. "{\"value\": 1, \"type\": \""u8, 0xFF, .. "\"}"u8])
            { Headers = { { "Content-Type", "application/json" } } };
        using var response = await bridge.Client.PutAsync(Memory, content);
        (await bridge.RefusesAsync(response)).Is(400, "invalid-body", null, "UTF-8");
    }

    [Theory]
    [InlineData("""{"buttons": ["\ud800"]}""")]
    [InlineData("""{"\ud800": 1}""")]
    public async Task Half_a_surrogate_pair_is_refused(string body)
    {
        var problem = await bridge.RefusesAsync("POST", Press, body);
        Assert.Equal((400, "invalid-body"), (problem.Status, problem.Anchor));
    }

    [Theory]
    [InlineData("text/plain")]
    [InlineData("application/x-www-form-urlencoded")]
    [InlineData("application/octet-streamer")]
    [InlineData(null)]
    public async Task A_body_with_another_content_type_is_refused(string? type)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes("""{"value": 1}"""));
        if (type is not null)
            content.Headers.Add("Content-Type", type);
        using var memory = await bridge.Client.PutAsync(Memory, content);
        var problem = await bridge.RefusesAsync(memory);
        Assert.Equal((415, "unsupported-media-type"), (problem.Status, problem.Anchor));
        Assert.Contains($"\"{type}\"", problem.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_empty_body_of_raw_bytes_is_refused()
    {
        using var content = new ByteArrayContent([]) { Headers = { { "Content-Type", "application/octet-stream" } } };
        using var response = await bridge.Client.PutAsync(Memory, content);
        (await bridge.RefusesAsync(response)).Is(400, "invalid-body", null, "empty", "1 to 1,048,576");
    }
}
