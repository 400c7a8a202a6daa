using System.Text;
using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Server.Bodies;

public sealed class BodyTests(RefusingBridge bridge)
{
    private const string Memory = "/emulators/default/memory/0x02000000";
    private const string Emulators = "/emulators";
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
    [InlineData(Memory, """{"value": 25e-1}""", "value", "25e-1", "a whole number")]
    [InlineData(Memory, """{"value": 9007199254740994.0}""", "value", "9007199254740994.0", "a whole number")]
    [InlineData(Press, """{"buttons": ["A"], "hold": 2147483648.0}""", "hold", "2147483648.0", "a whole number")]
    [InlineData(Press, """{"buttons": ["\ud800"]}""", "buttons[0]", "surrogate", "Unicode")]
    [InlineData(Memory, """{"value": 1, "type": "\udc00"}""", "type", "surrogate", "Unicode")]
    [InlineData(Emulators, """{"labels": []}""", "labels", "[]", "an object of names and strings")]
    [InlineData(Emulators, """{"labels": {"a": 1}}""", "labels.a", "1", "a string")]
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
        (await bridge.RefusesAsync(path == Memory ? "PUT" : "POST", path, body)).Is(400, "invalid-body", parameter, got, accepted);

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

    [Fact]
    public async Task A_member_whose_name_is_half_a_surrogate_pair_is_refused() =>
        (await bridge.RefusesAsync("POST", Press, """{"\ud800": 1}""")).Is(400, "invalid-body", null, "surrogate");

    [Theory]
    [InlineData("Content-Encoding", "gzip", "Content-Encoding must be identity, or be left out; got \"gzip\".")]
    [InlineData("Content-Encoding", "identity, br", "Content-Encoding must be identity, or be left out; got \"identity, br\".")]
    [InlineData("Content-Type", "application/json; charset=utf-7", "The charset in Content-Type must be utf-8; got \"utf-7\".")]
    [InlineData("Content-Type", "application/json; charset=\"utf-16\"", "The charset in Content-Type must be utf-8; got \"utf-16\".")]
    [InlineData("Content-Type", "application/json; charset=none", "The charset in Content-Type must be utf-8; got \"none\".")]
    public async Task A_body_in_another_coding_is_refused_on_every_route(string header, string value, string sentence)
    {
        foreach (var path in (string[])["/mcp", Press, "/emulators", "/emulators/default/reset"])
        {
            using var content = new ByteArrayContent(Encoding.UTF8.GetBytes("{}"));
            content.Headers.TryAddWithoutValidation("Content-Type", header == "Content-Type" ? value : "application/json");
            if (header != "Content-Type")
                content.Headers.TryAddWithoutValidation(header, value);
            using var response = await bridge.Client.PostAsync(path, content);
            var problem = await bridge.RefusesAsync(response);
            Assert.Equal((415, "unsupported-media-type", sentence, header),
                (problem.Status, problem.Anchor, problem.Detail, problem.Parameter));
        }
    }

    [Theory]
    [InlineData("utf-8")]
    [InlineData("UTF8")]
    [InlineData("\"utf-8\"")]
    [InlineData("us-ascii")]
    public async Task Every_spelling_of_UTF8_is_accepted(string charset)
    {
        foreach (var (path, body) in ((string, string)[])[("/mcp", """{"jsonrpc":"2.0","id":1,"method":"ping"}"""), (Press, "{}")])
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = new StringContent(body) };
            request.Content.Headers.Remove("Content-Type");
            request.Content.Headers.TryAddWithoutValidation("Content-Type", $"application/json; charset={charset}");
            request.Content.Headers.TryAddWithoutValidation("Content-Encoding", "identity");
            request.Headers.Accept.ParseAdd("application/json, text/event-stream");
            using var response = await bridge.Client.SendAsync(request);
            Assert.Equal(path == "/mcp" ? 200 : 400, (int)response.StatusCode);
        }
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
