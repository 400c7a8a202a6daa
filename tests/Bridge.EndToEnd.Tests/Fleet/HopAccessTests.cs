namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Tokens, origins, tickets and the fleet's secret in requests that one bridge forwards to another.</summary>
public sealed class HopAccessTests(HopAccessTests.Guarded fleet) : IClassFixture<HopAccessTests.Guarded>
{
    private const string All = "a-token-that-allows-everything";
    private const string Reader = "a-token-that-reads-red-only";

    [Fact]
    public async Task Tokens_are_judged_by_both_bridges()
    {
        await CreateNamedAsync("red");
        await CreateNamedAsync("blue");
        fleet.Tell(["red", "blue"]);

        Assert.Equal(200, await StatusAsync(fleet.Entry, "GET", "/emulators/red/buttons", Reader));
        Assert.Equal(403, await StatusAsync(fleet.Entry, "GET", "/emulators/blue/buttons", Reader));
        Assert.Equal(403, await StatusAsync(fleet.Entry, "DELETE", "/emulators/red/buttons", Reader));
        Assert.Equal(401, await StatusAsync(fleet.Entry, "GET", "/emulators/red/buttons", null));
        Assert.Equal(200, await StatusAsync(fleet.Entry, "DELETE", "/emulators/blue/buttons", All));
        // The secret of the fleet is not a token.
        Assert.Equal(401, await StatusAsync(
            fleet.Direct, "GET", "/emulators/red/buttons", null, ("Bridge-Hop", "1"), ("Bridge-Fleet", FleetPair.Secret)));
        Assert.Equal(403, await StatusAsync(
            fleet.Direct, "GET", "/emulators/blue/buttons", Reader, ("Bridge-Hop", "1"), ("Bridge-Fleet", FleetPair.Secret)));
    }

    [Fact]
    public async Task A_page_of_another_site_is_refused_at_the_entry_and_an_allowed_one_is_not()
    {
        await CreateNamedAsync("green");
        fleet.Tell(["green"]);

        Assert.Equal(403, await StatusAsync(fleet.Entry, "GET", "/emulators/green/buttons", All, ("Origin", "http://evil.test")));
        using var allowed = await SendAsync(fleet.Entry, "GET", "/emulators/green/buttons", All,
            ("Origin", "http://page.test"), ("Sec-Fetch-Site", "cross-site"), ("Accept-Language", "en"), ("User-Agent", "Mozilla/5.0"));
        Assert.Equal(200, (int)allowed.StatusCode);
        Assert.Equal("http://page.test", Assert.Single(allowed.Headers.GetValues("Access-Control-Allow-Origin")));
        Assert.Equal("nosniff", Assert.Single(allowed.Headers.GetValues("X-Content-Type-Options")));
    }

    [Fact]
    public async Task Nobody_is_taken_for_a_bridge_of_the_fleet_without_the_secret()
    {
        foreach (var headers in ((string, string)[][])[
            [("Bridge-Hop", "1")], [("Bridge-Hop", "1"), ("Bridge-Fleet", "wrong")], [("Bridge-Fleet", "")],
            [("Bridge-Fleet", FleetPair.Secret + "x")]])
        {
            using var refused = await SendAsync(fleet.Direct, "GET", "/health", All, headers);
            Assert.Equal((403, "foreign-bridge"), await HopTests.StatusAsync(refused));
        }
    }

    [Fact]
    public async Task A_forwarded_request_is_not_forwarded_again()
    {
        await CreateNamedAsync("grey");
        fleet.Tell(["grey"]);

        using var refused = await SendAsync(
            fleet.Entry, "GET", "/emulators/grey/buttons", All, ("Bridge-Hop", "1"), ("Bridge-Fleet", FleetPair.Secret));

        Assert.Equal((404, "unknown-emulator"), await HopTests.StatusAsync(refused));
    }

    [Fact]
    public async Task A_ticket_of_the_owner_opens_one_thing_through_another_bridge()
    {
        await CreateNamedAsync("pink");
        fleet.Tell(["pink"]);
        using var made = await SendAsync(fleet.Entry, "POST", "/emulators/pink/tickets", All, """{"for": "screen"}""");
        Assert.Equal(201, (int)made.StatusCode);
        var ticket = System.Text.Json.JsonDocument.Parse(await made.Content.ReadAsStringAsync()).RootElement;
        var picture = $"/emulators/pink/screen?{ticket.GetProperty("url").GetString()!.Split('?')[1]}";

        foreach (var client in (HttpClient[])[fleet.Entry, fleet.Direct])
        {
            Assert.Equal(200, await StatusAsync(client, "GET", picture, null));
            Assert.Equal(200, await StatusAsync(client, "GET", picture, null, ("Sec-Fetch-Site", "cross-site")));
            Assert.Equal(403, await StatusAsync(client, "GET", picture, null, ("Origin", "http://evil.test")));
            Assert.Equal(403, await StatusAsync(client, "GET", picture, Reader));
            Assert.Equal(403, await StatusAsync(client, "GET", $"{picture}a", null));
            Assert.Equal(403, await StatusAsync(client, "GET", picture.Replace("/screen", "/events", StringComparison.Ordinal), null));
            Assert.Equal(403, await StatusAsync(client, "GET", picture.Replace("pink", "nobody", StringComparison.Ordinal), null));
            Assert.Equal(401, await StatusAsync(client, "GET", picture.Replace("/screen", "/buttons", StringComparison.Ordinal), null));
        }

        using var shown = await SendAsync(fleet.Entry, "GET", picture, null, ("Accept-Language", "en"));
        Assert.Equal("cross-origin", Assert.Single(shown.Headers.GetValues("Cross-Origin-Resource-Policy")));
        Assert.Equal(204, await StatusAsync(fleet.Entry, "DELETE", made.Headers.Location!.ToString(), All));
        Assert.Equal(403, await StatusAsync(fleet.Entry, "GET", picture, null));
        // The owner has room for a few emulators only.
        Assert.Equal(204, await StatusAsync(fleet.Direct, "DELETE", "/emulators/pink", All));
    }

    // Creates an emulator at the owner, which needs etcd for the name and may not have reached it yet.
    private async Task CreateNamedAsync(string name)
    {
        var answer = "";
        try
        {
            await Eventually.HoldsAsync(async () =>
            {
                using var created = await SendAsync(
                    fleet.Direct, "POST", "/emulators", All, $$"""{"rom": "buttontest.gba", "name": "{{name}}"}""");
                answer = await created.Content.ReadAsStringAsync();
                return (int)created.StatusCode is 201 or 409;
            }, $"{name} is created");
        }
        catch (TimeoutException)
        {
            Assert.Fail($"{name} is not created: {answer}");
        }
    }

    private static async Task<int> StatusAsync(
        HttpClient client, string method, string path, string? token, params (string Name, string Value)[] headers)
    {
        using var response = await SendAsync(client, method, path, token, headers);
        return (int)response.StatusCode;
    }

    private static Task<HttpResponseMessage> SendAsync(
        HttpClient client, string method, string path, string? token, params (string Name, string Value)[] headers) =>
        SendAsync(client, method, path, token, body: null, headers);

    private static async Task<HttpResponseMessage> SendAsync(
        HttpClient client, string method, string path, string? token, string? body, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), path)
        {
            Content = body is null ? null : new StringContent(body, System.Text.Encoding.UTF8, "application/json"),
        };
        if (token is not null)
            request.Headers.Add("Authorization", $"Bearer {token}");
        foreach (var (name, value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        return await client.SendAsync(request);
    }

    /// <summary>Two bridges with the same tokens. The owner takes names in an etcd of its own.</summary>
    public sealed class Guarded : FleetPair
    {
        private EtcdServer? _etcd;

        public override async ValueTask DisposeAsync()
        {
            await base.DisposeAsync();
            if (_etcd is not null)
                await _etcd.DisposeAsync();
        }

        protected override async Task<(string Name, string Value)[]> OwnerSettingsAsync()
        {
            _etcd = await EtcdServer.StartAsync();
            // The tests have five emulators, in any order.
            return [("Bridge:Fleet:Etcd:0", _etcd.Addresses[0].GetLeftPart(UriPartial.Authority)), ("Bridge:OnDemand:Max", "8")];
        }

        protected override (string Name, string Value)[] Settings =>
        [
            ("Bridge:Tokens:all:Value", All), ("Bridge:Tokens:reader:Value", Reader), ("Bridge:Tokens:reader:Scopes:0", "read"),
            ("Bridge:Tokens:reader:Emulators:0", "red"), ("Bridge:Origins:0", "http://page.test"),
        ];
    }
}
