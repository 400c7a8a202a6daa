namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Reads that go to another host without the forwarder, and those with which it has to help.</summary>
public sealed class QuickHopTests(FleetPair fleet) : IClassFixture<FleetPair>
{
    private const string Read = "/emulators/h04-abcdef/memory/0x02000000?type=u16&domain=wram";

    [Fact]
    public async Task After_the_first_one_a_read_needs_no_forwarder()
    {
        var heads = new List<string>();
        using var owner = new ScriptedOwner((isForwarder, head) =>
        {
            heads.Add(head);
            return Answer(isForwarder, "X-Of-Owner: yes\r\nDate: then\r\nCache-Control: no-store\r\n");
        });
        await UntilQuickAsync(owner);

        using var request = new HttpRequestMessage(HttpMethod.Get, Read);
        request.Headers.Add("Accept-Language", "en");
        request.Headers.Add("Bridge-Placed", "1");
        request.Headers.Add("Sec-Fetch-Site", "same-origin");
        using var answer = await fleet.Entry.SendAsync(request);

        Assert.Equal((200, "q"), ((int)answer.StatusCode, await answer.Content.ReadAsStringAsync()));
        Assert.Equal("yes", Assert.Single(answer.Headers.GetValues("X-Of-Owner")));
        Assert.Equal("no-store", Assert.Single(answer.Headers.GetValues("Cache-Control")));
        Assert.Equal("nosniff", Assert.Single(answer.Headers.GetValues("X-Content-Type-Options")));
        var lines = heads[^1].Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal($"GET {Read} HTTP/1.1", lines[0]);
        var host = Assert.Single(lines, line => line.StartsWith("Host", StringComparison.Ordinal));
        Assert.Equal($"Host: {new Uri(owner.Address).Authority}", host);
        Assert.Contains("Accept-Language: en", lines);
        Assert.Contains($"Bridge-Fleet: {FleetPair.Secret}", lines);
        Assert.Equal("Bridge-Hop: 1", Assert.Single(lines, line => line.StartsWith("Bridge-Hop", StringComparison.Ordinal)));
        Assert.DoesNotContain(lines, line => line.StartsWith("Sec-", StringComparison.Ordinal)
            || line.StartsWith("Bridge-Placed", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n2\r\n0\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n22")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n2")]
    [InlineData("HTTP/1.1 200 OK\r\nno header\r\nContent-Length: 1\r\n\r\n2")]
    [InlineData("HTTP/1.1 2000 OK\r\nContent-Length: 1\r\n\r\n2")]
    [InlineData("nonsense\r\n\r\n")]
    [InlineData(null)]
    public async Task The_forwarder_asks_again_if_the_answer_is_unusual(string? unusual)
    {
        var isUnusual = false;
        using var owner = new ScriptedOwner((isForwarder, _) => isUnusual && !isForwarder ? unusual : Answer(isForwarder));
        await UntilQuickAsync(owner);

        isUnusual = true;
        using var answer = await fleet.Entry.AskAsync("GET", Read);

        Assert.Equal((200, "f"), ((int)answer.StatusCode, await answer.Content.ReadAsStringAsync()));
    }

    [Fact]
    public async Task A_problem_of_the_owner_is_forwarded_and_a_closing_connection_not_used_again()
    {
        var problems = 0;
        using var owner = new ScriptedOwner((isForwarder, _) => !isForwarder && Interlocked.Increment(ref problems) == 1
            ? "HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
            : Answer(isForwarder));
        await Eventually.HoldsAsync(async () =>
        {
            fleet.Tell([], false, ("h04", owner.Address));
            using var one = await fleet.Entry.AskAsync("GET", Read);
            return (int)one.StatusCode == 404 && one.Content.Headers.ContentType?.MediaType == "application/problem+json";
        }, "the problem is forwarded");

        await Eventually.HoldsAsync(async () =>
        {
            using var next = await fleet.Entry.AskAsync("GET", Read);
            Assert.Equal(200, (int)next.StatusCode);
            return owner.Connections >= 3 && await next.Content.ReadAsStringAsync() == "q";
        }, "another connection is opened");
    }

    private Task UntilQuickAsync(ScriptedOwner owner) => Eventually.HoldsAsync(async () =>
    {
        fleet.Tell([], false, ("h04", owner.Address));
        using var answer = await fleet.Entry.AskAsync("GET", Read);
        Assert.Equal(200, (int)answer.StatusCode);
        return await answer.Content.ReadAsStringAsync() == "q";
    }, "it is forwarded without the forwarder");

    private static string Answer(bool isForwarder, string headers = "") =>
        $"HTTP/1.1 200 OK\r\n{headers}Content-Type: text/plain\r\nContent-Length: 1\r\n\r\n{(isForwarder ? 'f' : 'q')}";
}
