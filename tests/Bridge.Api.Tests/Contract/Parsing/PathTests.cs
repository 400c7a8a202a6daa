using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Contract.Parsing;

public sealed class PathTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("GET", "")]
    [InlineData("POST", "/reset")]
    [InlineData("GET", "/memory")]
    [InlineData("GET", "/memory/0x02000000")]
    [InlineData("PUT", "/memory/0x02000000")]
    [InlineData("GET", "/buttons")]
    [InlineData("PUT", "/buttons")]
    [InlineData("DELETE", "/buttons")]
    [InlineData("POST", "/buttons/press")]
    [InlineData("GET", "/buttons/press?buttons=A")]
    [InlineData("GET", "/screen")]
    [InlineData("GET", "/state")]
    [InlineData("POST", "/slots/1/save")]
    [InlineData("POST", "/slots/1/load")]
    [InlineData("GET", "/states")]
    [InlineData("GET", "/states/a")]
    [InlineData("DELETE", "/states/a")]
    [InlineData("POST", "/states/a/load")]
    [InlineData("GET", "/roms")]
    [InlineData("POST", "/rom")]
    [InlineData("GET", "/speed")]
    [InlineData("PUT", "/speed")]
    [InlineData("GET", "/events")]
    [InlineData("POST", "/watches")]
    [InlineData("GET", "/watches")]
    [InlineData("DELETE", "/watches")]
    [InlineData("GET", "/watches/1")]
    [InlineData("DELETE", "/watches/1")]
    public async Task An_unknown_emulator_is_refused_with_the_known_names(string method, string path)
    {
        var body = method is "PUT" or "POST" && path != "/reset" && !path.StartsWith("/s", StringComparison.Ordinal) ? "{}" : null;
        var problem = await bridge.RefusesAsync(method, $"/emulators/other{path}", body);
        problem.Is(404, "unknown-emulator", "emulator", "\"other\"", "default, pocket");
        Assert.Equal("other", problem.Emulator);
    }

    [Theory]
    [InlineData("/nothing")]
    [InlineData("/emulators/default/nothing")]
    [InlineData("/emulators/default/memory/1/2")]
    [InlineData("/swagger/v2/swagger.json")]
    public async Task An_unknown_path_is_refused(string path) =>
        (await bridge.RefusesAsync("GET", path)).Is(404, "not-found", null, path, "/swagger");

    [Theory]
    [InlineData("POST", "/health", "GET")]
    [InlineData("PUT", "/mgbaendpoint", "GET, POST")]
    [InlineData("DELETE", "/emulators", "GET, POST")]
    [InlineData("PUT", "/emulators/default", "DELETE, GET")]
    [InlineData("GET", "/emulators/default/reset", "POST")]
    [InlineData("DELETE", "/emulators/default/memory/0x02000000", "GET, PUT")]
    [InlineData("GET", "/emulators/default/memory/read", "POST")]
    [InlineData("PUT", "/emulators/default/memory/read", "POST")]
    [InlineData("DELETE", "/emulators/default/memory/read", "POST")]
    [InlineData("GET", "/emulators/default/memory/search", "POST")]
    [InlineData("PUT", "/emulators/default/memory/search", "POST")]
    [InlineData("GET", "/emulators/default/memory/search/1", "DELETE")]
    [InlineData("POST", "/emulators/default/buttons", "DELETE, GET, PUT")]
    [InlineData("PUT", "/emulators/default/buttons/press", "GET, POST")]
    [InlineData("PATCH", "/emulators/default/screen", "GET")]
    [InlineData("DELETE", "/emulators/default/state", "GET, PUT")]
    [InlineData("POST", "/emulators/default/states", "GET")]
    [InlineData("POST", "/emulators/default/states/a", "DELETE, GET, PUT")]
    [InlineData("GET", "/emulators/default/states/a/load", "POST")]
    [InlineData("GET", "/emulators/default/rom", "POST")]
    [InlineData("DELETE", "/emulators/default/speed", "GET, PUT")]
    [InlineData("POST", "/emulators/default/events", "GET")]
    [InlineData("PUT", "/emulators/default/watches", "DELETE, GET, POST")]
    [InlineData("PUT", "/emulators/default/watches/1", "DELETE, GET")]
    public async Task A_method_that_a_path_does_not_support_is_refused_with_those_it_supports(string method, string path, string allowed)
    {
        using var response = await bridge.Client.AskAsync(method, path);
        var problem = await bridge.RefusesAsync(response);
        problem.Is(405, "method-not-allowed", null, method, path);
        Assert.Equal(allowed, string.Join(", ", response.Content.Headers.Allow.Order(StringComparer.Ordinal)));
    }

    [Fact]
    public async Task An_echo_without_a_message_is_refused() =>
        (await bridge.RefusesAsync("GET", "/mgbaendpoint")).Is(400, "missing-parameter", "message", "message");

    [Theory]
    [InlineData("", "text/plain", 400, "invalid-body", "an empty body")]
    [InlineData("\xC3", "text/plain", 400, "invalid-body", "UTF-8")]
    [InlineData("x", "application/json", 415, "unsupported-media-type", "application/json")]
    public async Task An_echo_of_a_body_that_is_no_text_is_refused(string body, string type, int status, string anchor, string words)
    {
        using var content = new ByteArrayContent(System.Text.Encoding.Latin1.GetBytes(body)) { Headers = { { "Content-Type", type } } };
        using var response = await bridge.Client.PostAsync("/mgbaendpoint", content);
        var problem = await bridge.RefusesAsync(response);
        Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
        Assert.Contains(words, problem.Detail, StringComparison.Ordinal);
    }
}
