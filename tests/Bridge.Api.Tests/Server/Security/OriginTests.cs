namespace Bridge.Api.Tests.Server.Security;

public sealed class OriginTests()
    : FakedBridge(("Bridge:Origins:0", Known), ("Bridge:Hosts:0", "bridge.example"), ("Bridge:Hosts:1", "other.example:8443"),
    ("Bridge:TrustNetwork", "true"))
{
    private const string Known = "https://page.example";

    private async Task<HttpResponseMessage> AskAsync(string method, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), "/health/live");
        foreach (var (name, value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        return await Client.SendAsync(request);
    }

    private static string? Header(HttpResponseMessage response, string name) =>
        response.Headers.TryGetValues(name, out var values) ? string.Join('|', values) : null;

    [Theory]
    [InlineData("bridge.example", 200)]
    [InlineData("bridge.example:1", 200)]
    [InlineData("Bridge.Example:65535", 200)]
    [InlineData("other.example:8443", 200)]
    [InlineData("other.example", 421)]
    [InlineData("other.example:8444", 421)]
    [InlineData("bridge.example.evil.example", 421)]
    [InlineData("localhost:8443", 421)]
    public async Task A_configured_host_is_accepted_with_its_port_or_with_any_port(string host, int status)
    {
        using var response = await AskAsync("GET", ("Host", host));
        Assert.Equal(status, (int)response.StatusCode);
    }

    [Fact]
    public async Task A_configured_origin_is_accepted_and_gets_CORS_headers()
    {
        using var response = await AskAsync("GET", ("Origin", Known), ("Sec-Fetch-Site", "cross-site"));
        Assert.Equal((200, Known), ((int)response.StatusCode, Header(response, "Access-Control-Allow-Origin")));
        Assert.Null(Header(response, "Access-Control-Allow-Credentials"));
    }

    [Fact]
    public async Task A_preflight_lists_the_allowed_methods_and_headers()
    {
        using var response = await AskAsync("OPTIONS", ("Origin", Known), ("Sec-Fetch-Site", "cross-site"),
            ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "authorization,content-type"));
        Assert.Equal((204, Known), ((int)response.StatusCode, Header(response, "Access-Control-Allow-Origin")));
        Assert.Equal("GET,POST,PUT,DELETE", Header(response, "Access-Control-Allow-Methods"));
    }

    [Theory]
    [InlineData("https://page.example.evil.example")]
    [InlineData("http://page.example")]
    [InlineData("https://page.example:444")]
    [InlineData("https://PAGE.example")]
    [InlineData("null")]
    public async Task Another_origin_gets_no_CORS_headers_and_no_preflight(string origin)
    {
        foreach (var method in (string[])["GET", "OPTIONS"])
        {
            using var response = await AskAsync(method, ("Origin", origin), ("Access-Control-Request-Method", "PUT"));
            Assert.Equal(403, (int)response.StatusCode);
            Assert.DoesNotContain(response.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
        }
    }

    [Fact]
    public async Task A_page_of_a_configured_origin_without_an_Origin_header_is_refused()
    {
        using var response = await AskAsync("GET", ("Sec-Fetch-Site", "cross-site"));
        Assert.Equal(403, (int)response.StatusCode);
    }

    [Fact]
    public async Task The_page_of_the_bridge_gets_no_CORS_headers()
    {
        using var response = await AskAsync("GET", ("Origin", Client.BaseAddress!.GetLeftPart(UriPartial.Authority)),
            ("Sec-Fetch-Site", "same-origin"));
        Assert.Equal((200, null), ((int)response.StatusCode, Header(response, "Access-Control-Allow-Origin")));
    }
}
