using System.Net.Http.Headers;
using Bridge.Api.Features.States;

namespace Bridge.Api.Tests.Features.States;

/// <remarks>The end-to-end tests NamedStateTests and RomTests try names that are paths with real files.</remarks>
public sealed class StateAndRomTests(RefusingBridge bridge)
{
    private const string State = "/emulators/default/state";

    [Theory]
    [InlineData("GET", $"{State}?picture=maybe", null, 400, "invalid-parameter", "picture")]
    [InlineData("GET", $"{State}?flags=31", null, 400, "unknown-parameter", "flags")]
    [InlineData("POST", "/emulators/default/slots/10/save", null, 400, "invalid-parameter", "slot")]
    [InlineData("POST", "/emulators/default/slots/-1/load", null, 400, "invalid-parameter", "slot")]
    [InlineData("POST", "/emulators/default/slots/one/load", null, 400, "invalid-parameter", "slot")]
    [InlineData("PUT", "/emulators/default/states/CON", null, 400, "invalid-parameter", "name")]
    [InlineData("GET", "/emulators/default/states/a:b", null, 400, "invalid-parameter", "name")]
    [InlineData("DELETE", "/emulators/default/states/a.", null, 400, "invalid-parameter", "name")]
    [InlineData("POST", "/emulators/default/states/.a/load", null, 400, "invalid-parameter", "name")]
    [InlineData("POST", "/emulators/default/rom", "{}", 400, "missing-parameter", "name")]
    [InlineData("POST", "/emulators/default/rom", """{"name": 7}""", 400, "invalid-body", "name")]
    [InlineData("POST", "/emulators/default/rom", """{"path": "a.gba"}""", 400, "invalid-body", "path")]
    [InlineData("POST", "/emulators/default/rom", """{"name": "../a.gba"}""", 400, "invalid-parameter", "name")]
    [InlineData("PUT", "/emulators/default/speed", "{}", 400, "missing-parameter", "speed")]
    [InlineData("PUT", "/emulators/default/speed", """{"speed": "fast"}""", 400, "invalid-body", "speed")]
    [InlineData("PUT", "/emulators/default/speed", """{"speed": 0.2}""", 400, "invalid-parameter", "speed")]
    [InlineData("PUT", "/emulators/default/speed", """{"speed": 16.1}""", 400, "invalid-parameter", "speed")]
    [InlineData("PUT", "/emulators/default/speed", """{"speed": 1, "unit": "x"}""", 400, "invalid-body", "unit")]
    public async Task An_invalid_parameter_is_refused_by_name(string method, string path, string? json, int status,
        string anchor, string? parameter) =>
        (await bridge.RefusesAsync(method, path, json)).Is(status, anchor, parameter);

    [Theory]
    [InlineData("application/json", 100, 415, "unsupported-media-type")]
    [InlineData("application/octet-stream", 0, 400, "invalid-body")]
    [InlineData("application/octet-stream", (2 * 1024 * 1024) + 1, 413, "too-large")]
    public async Task A_body_that_is_not_a_state_is_refused(string type, int length, int status, string anchor)
    {
        foreach (var path in (string[])[State, "/emulators/default/states/name"])
        {
            using var request = new HttpRequestMessage(HttpMethod.Put, path);
            request.Content = new ByteArrayContent(new byte[length]) { Headers = { ContentType = new MediaTypeHeaderValue(type) } };
            request.Headers.ExpectContinue = length > 1024 * 1024;
            using var response = await bridge.Client.SendAsync(request);
            var problem = await bridge.RefusesAsync(response);
            Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
        }
    }

    [Theory]
    [InlineData("a", true)]
    [InlineData("A.b-c_9", true)]
    [InlineData("a..b", true)]
    [InlineData("console", true)]
    [InlineData("com", true)]
    [InlineData("COM10", true)]
    [InlineData("-a", true)]
    [InlineData("CON.txt", false)]
    [InlineData("con.", false)]
    [InlineData("lpt0", false)]
    [InlineData("..", false)]
    [InlineData(".", false)]
    [InlineData("", false)]
    [InlineData("a\n", false)]
    [InlineData("a b", false)]
    [InlineData("a/b", false)]
    [InlineData("é", false)]
    [InlineData("ſ", false)]
    public void Names_are_valid_on_every_system(string name, bool isName)
    {
        if (isName)
            Assert.Equal(name, StateName.Check(name));
        else
            Assert.Throws<Bridge.Api.Contract.Errors.RequestException>(() => StateName.Check(name));
        Assert.Equal(new string('a', 64), StateName.Check(new string('a', 64)));
        Assert.Throws<Bridge.Api.Contract.Errors.RequestException>(() => StateName.Check(new string('a', 65)));
    }
}
