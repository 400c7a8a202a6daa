using System.Net;
using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Server.Security;

public sealed class TokenTests() : FakedBridge(
    ("Bridge:Tokens:all:Value", All), ("Bridge:Tokens:bot:Value", Bot), ("Bridge:Tokens:bot:Scopes:0", "read"),
    ("Bridge:Tokens:bot:Scopes:1", "input"),
    ("Bridge:Tokens:guest:Value", Guest), ("Bridge:Tokens:guest:Emulators:0", "second"), ("Bridge:Emulators:second:Port", "1"))
{
    private const string All = "all-0123456789abcdef";
    private const string Bot = "bot-0123456789abcdef";
    private const string Guest = "guest-0123456789abcdef";

    // FakedBridge waits for readiness, which needs a token here.
    public override async ValueTask InitializeAsync()
    {
        Start();
        Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", All);
        await Bridge.ReachesAsync("running");
        Client.DefaultRequestHeaders.Authorization = null;
    }

    private async Task<ProblemResponse> RefusesAsync(string method, string path, string? authorization, string? json = null)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), path);
        if (authorization is not null)
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
        if (json is not null)
            request.Content = new StringContent(json, new MediaTypeHeaderValue("application/json"));
        using var response = await Client.SendAsync(request);
        var problem = await ProblemResponse.ReadAsync(response);
        if (problem.Status == 401)
            Assert.Single(response.Headers.WwwAuthenticate);
        Assert.DoesNotContain("0123456789", problem.Detail, StringComparison.Ordinal);
        Assert.Empty(Fake.Commands);
        return problem;
    }

    [Theory]
    [InlineData(null, "missing-token")]
    [InlineData("", "wrong-token")]
    [InlineData(All, "wrong-token")]
    [InlineData($"Basic {All}", "wrong-token")]
    [InlineData("Bearer", "wrong-token")]
    [InlineData("Bearer ", "wrong-token")]
    [InlineData($"Bearer {All}x", "wrong-token")]
    [InlineData("Bearer all-0123456789abcde", "wrong-token")]
    [InlineData("Bearer ALL-0123456789ABCDEF", "wrong-token")]
    [InlineData($"Bearer {All}, Bearer {Bot}", "wrong-token")]
    public async Task A_request_without_a_valid_token_is_refused(string? authorization, string anchor)
    {
        (await RefusesAsync("GET", "/emulators/default/buttons", authorization)).Is(401, anchor, null, "Bearer TOKEN");
        (await RefusesAsync("GET", $"/emulators/default/buttons?access_token={All}&token={All}", authorization)).Is(401, anchor, null);
    }

    [Fact]
    public async Task A_token_can_be_read_from_a_file()
    {
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, Guest + Environment.NewLine);
            await using var bridge = new BridgeHost(("Bridge:Tokens:me:File", file));
            Assert.Equal(HttpStatusCode.Unauthorized, (await bridge.Client.GetAsync("/emulators")).StatusCode);
            bridge.Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Guest);
            Assert.Equal(HttpStatusCode.OK, (await bridge.Client.GetAsync("/emulators")).StatusCode);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task A_token_that_is_too_long_is_refused() =>
        (await RefusesAsync("GET", "/emulators", $"Bearer {new string('x', 20_000)}")).Is(401, "wrong-token", null);

    [Fact]
    public async Task A_token_without_the_scope_is_refused_with_the_required_scope()
    {
        (await RefusesAsync("POST", "/emulators/default/reset", $"Bearer {Bot}"))
            .Is(403, "narrow-token", null, "bot allows read, input", "needs admin");
        (await RefusesAsync("GET", "/emulators/default/buttons", $"Bearer {Guest}"))
            .Is(403, "narrow-token", null, "guest", "emulator default");
        (await RefusesAsync("GET", "/mgbaendpoint?message=x", $"Bearer {Guest}"))
            .Is(403, "narrow-token", null, "guest", "emulator default");
    }

    [Theory]
    [InlineData("""{"op": "write", "address": "0", "value": 1}""", "write")]
    [InlineData("""{"op": "register", "name": "r0", "value": 1}""", "write")]
    [InlineData("""{"op": "press", "buttons": ["A"]}""", null)]
    [InlineData("""{"op": "register", "name": "r0"}""", null)]
    public async Task A_batch_needs_the_scopes_of_its_operations(string operation, string? lacking)
    {
        var json = $$"""{"operations": [{"op": "read", "address": "0"}, {{operation}}]}""";
        if (lacking is not null)
        {
            (await RefusesAsync("POST", "/emulators/default/batch", $"Bearer {Bot}", json))
                .Is(403, "narrow-token", null, $"needs {lacking}");
            return;
        }

        Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Bot);
        var asked = Client.AskAsync("POST", "/emulators/default/batch", json);
        await (await Fake.NextRequestAsync("batch")).RefuseAsync("conflict", "as the test wishes");
        using var response = await asked;
        Assert.Equal(409, (int)response.StatusCode);
    }

    [Fact]
    public async Task A_token_for_one_emulator_sees_only_that_one()
    {
        Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("bearer", Guest);
        foreach (var path in (string[])["/emulators", "/health"])
        {
            var seen = (await Client.GetJsonAsync(path)).GetProperty("emulators").EnumerateArray()
                .Select(emulator => emulator.GetProperty("name").GetString());
            Assert.Equal(["second"], seen);
        }

        Assert.Equal(503, (await Client.AskForProblemAsync("GET", "/emulators/second/buttons")).Status);
    }

    [Theory]
    [InlineData("/health/live")]
    [InlineData("/health/ready")]
    [InlineData("/swagger/index.html")]
    [InlineData("/swagger/v1/swagger.json")]
    [InlineData("/openapi.json")]
    [InlineData("/client.js")]
    [InlineData("/docs/troubleshooting.md")]
    [InlineData("/docs/security.md")]
    public async Task Endpoints_without_information_about_the_game_need_no_token(string path)
    {
        using var response = await Client.GetAsync(path);
        Assert.Equal(200, (int)response.StatusCode);
    }

    [Fact]
    public async Task An_unknown_path_or_method_is_reported_without_a_token()
    {
        Assert.Equal(404, (await RefusesAsync("GET", "/nothing", null)).Status);
        Assert.Equal(405, (await RefusesAsync("PATCH", "/emulators/default/reset", null)).Status);
    }
}
