using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Server.Security;

public sealed class BrowserTests(RefusingBridge bridge)
{
    private static readonly string[] Paths =
        ["/health/live", "/emulators/default/buttons/press?buttons=A", "/mgbaendpoint?message=x", "/swagger/index.html", "/none"];

    private int Port => bridge.Client.BaseAddress!.Port;

    private async Task<ProblemResponse> AskAsync(string path, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        foreach (var (name, value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        using var response = await bridge.Client.SendAsync(request);
        return await bridge.RefusesAsync(response);
    }

    [Theory]
    [InlineData("evil.example")]
    [InlineData("evil.example:7185")]
    [InlineData("localhost.evil.example")]
    [InlineData("127.0.0.1.evil.example")]
    [InlineData("127.0.0.2")]
    [InlineData("0.0.0.0")]
    [InlineData("localhost")]
    [InlineData("127.0.0.1:1")]
    [InlineData("[::1]:80")]
    public async Task A_foreign_host_or_port_is_refused_everywhere(string host)
    {
        foreach (var path in Paths)
            (await AskAsync(path, ("Host", host)))
                .Is(421, "foreign-host", null, $"\"{host}\"", $"localhost:{Port}, 127.0.0.1:{Port}, [::1]:{Port}", "Bridge:Hosts");
    }

    [Theory]
    [InlineData("https://evil.example")]
    [InlineData("null")]
    [InlineData("http://localhost:1")]
    public async Task A_foreign_origin_is_refused_everywhere(string origin)
    {
        foreach (var path in Paths)
            (await AskAsync(path, ("Origin", origin))).Is(403, "foreign-origin", null, origin);
    }

    [Theory]
    [InlineData("cross-site")]
    [InlineData("same-site")]
    public async Task A_fetch_from_another_site_is_refused_everywhere(string site)
    {
        foreach (var path in Paths)
            (await AskAsync(path, ("Sec-Fetch-Site", site))).Is(403, "foreign-origin", null, site);
    }

    [Theory]
    [InlineData("Host", "localhost:PORT")]
    [InlineData("Host", "LOCALHOST:PORT")]
    [InlineData("Host", "[::1]:PORT")]
    [InlineData("Sec-Fetch-Site", "same-origin")]
    [InlineData("Sec-Fetch-Site", "none")]
    public async Task Pages_of_the_bridge_are_accepted(string name, string value)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/health/live");
        request.Headers.TryAddWithoutValidation(name, value.Replace("PORT", $"{Port}", StringComparison.Ordinal));
        using var response = await bridge.Client.SendAsync(request);
        Assert.True(response.IsSuccessStatusCode, $"{response}");
    }

    [Fact]
    public async Task The_origin_of_the_bridge_is_accepted()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/health/live");
        request.Headers.Add("Origin", bridge.Client.BaseAddress!.GetLeftPart(UriPartial.Authority));
        using var response = await bridge.Client.SendAsync(request);
        Assert.True(response.IsSuccessStatusCode, $"{response}");
    }
}
