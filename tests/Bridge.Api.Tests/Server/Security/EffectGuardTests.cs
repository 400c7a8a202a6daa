using System.Net;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Server.Security;

/// <summary>
/// A bridge reached by a host name, over plain HTTP and without tokens: browsers then send no site or origin with a GET.
/// </summary>
public sealed class EffectGuardTests() : FakedBridge(("Bridge:Hosts:0", "bridge.example"), ("Bridge:TrustNetwork", "true"))
{
    private static readonly (string Name, string Value) Languages = ("Accept-Language", "en");
    private static readonly (string Name, string Value) Mozilla = ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36");

    private async Task<HttpResponseMessage> AskAsync(string path, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Host = "bridge.example";
        foreach (var (name, value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        return await Client.SendAsync(request);
    }

    [Fact]
    public async Task A_GET_with_an_effect_is_refused_from_a_browser_that_sends_no_site()
    {
        Assert.SkipWhen(BridgeProgram.IsAnother, "The endpoints of another process are not visible.");
        var paths = Bridge.Services.GetRequiredService<IEnumerable<EndpointDataSource>>()
            .SelectMany(source => source.Endpoints).OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods.Contains("GET") == true
                && EffectGuard.HasEffect(endpoint))
            .Select(endpoint => "/" + endpoint.RoutePattern.RawText!.TrimStart('/').Replace("{emulator}", "default",
                StringComparison.Ordinal)).Distinct().ToArray();
        Assert.Contains("/emulators/default/buttons/press", paths);
        foreach (var path in paths)
        {
            using var byLanguage = await AskAsync(path, Languages);
            (await ProblemResponse.ReadAsync(byLanguage)).Is(403, "foreign-origin", null, "localhost");
            using var byName = await AskAsync(path, Mozilla);
            Assert.Equal(HttpStatusCode.Forbidden, byName.StatusCode);
        }

        Assert.Empty(Fake.Commands);
    }

    [Theory]
    [InlineData("Sec-Fetch-Site", "same-origin")]
    [InlineData("Sec-Fetch-Site", "none")]
    [InlineData("Origin", "http://bridge.example")]
    [InlineData("User-Agent", "Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.19045; en-US) PowerShell/7.4.0")]
    [InlineData("User-Agent", "curl/8.5.0")]
    public async Task Requests_of_our_own_pages_and_of_programs_are_accepted(string name, string value)
    {
        (string, string)[] headers = name == "User-Agent" ? [(name, value)] : [(name, value), Languages, Mozilla];
        using var answer = await AskAsync("/emulators/default/buttons/press?buttons=A", headers);
        Assert.NotEqual(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    // The headers that Node 20, its package undici and Deno 2.9 send.
    [Theory]
    [InlineData("node", "cors")]
    [InlineData("undici", "cors")]
    [InlineData("Deno/2.9.6", null)]
    public async Task The_fetch_of_a_runtime_is_accepted(string agent, string? mode)
    {
        (string, string)[] headers = [("User-Agent", agent), ("Accept", "*/*"), ("Accept-Language", "*")];
        using var answer = await AskAsync(
            "/emulators/default/state", mode is null ? headers : [.. headers, ("Sec-Fetch-Mode", mode)]);
        Assert.NotEqual(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    // fetch(url, { mode: "no-cors", headers: { "Accept-Language": "*", "User-Agent": "node" } }): browsers drop that User-Agent.
    [Theory]
    [InlineData("*", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36")]
    [InlineData("*", "Mozilla/5.0 (X11; Linux x86_64) node")]
    [InlineData("*", "Lynx/2.9.0dev.12")]
    [InlineData("*", "")]
    [InlineData("en", "node")]
    [InlineData("*;q=0.5", "node")]
    public async Task A_browser_does_not_pass_for_a_runtime(string languages, string agent)
    {
        using var answer = await AskAsync("/emulators/default/state", ("Accept-Language", languages), ("User-Agent", agent));
        Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    [Fact]
    public async Task A_browser_may_send_reads()
    {
        using var answer = await AskAsync("/emulators", Languages, Mozilla);
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
    }
}
