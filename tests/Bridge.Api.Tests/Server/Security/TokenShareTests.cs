using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Server.Security;

/// <summary>The share of each limit that one token can use, and what it can end for others.</summary>
public sealed class TokenShareTests() : FakedBridge(
    ("Bridge:Tokens:all:Value", All), ("Bridge:Tokens:viewer:Value", Viewer), ("Bridge:Tokens:viewer:Scopes:0", "read"),
    ("Bridge:Tokens:bot:Value", Bot), ("Bridge:Tokens:bot:Scopes:0", "read"),
    ("Bridge:Tokens:bot:Scopes:1", "input"), ("Bridge:EventStreams", "8"))
{
    private const string All = "all-0123456789abcdef";
    private const string Viewer = "viewer-0123456789abcdef";
    private const string Bot = "bot-0123456789abcdef";
    private const string Emulator = "/emulators/default";

    private bool _endsWaits;

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            string[]? reply = request.Command switch
            {
                "watch.set" or "watch.achievement" => ["5"],
                "watch.clear" or "events.subscribe" => [],
                "frames.wait" when _endsWaits => ["9"],
                _ => null,
            };
            if (reply is not null)
                await request.ReplyAsync(reply);
            return reply is not null;
        };
        Start();
        Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", All);
        await Bridge.ReachesAsync("running");
        Client.DefaultRequestHeaders.Authorization = null;
    }

    private Task<HttpResponseMessage> AskAsync(string token, string method, string path, string? json = null,
        CancellationToken leaving = default)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), Emulator + path)
            { Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) } };
        if (json is not null)
            request.Content = new StringContent(json, new MediaTypeHeaderValue("application/json"));
        return Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, leaving);
    }

    private async Task<ProblemResponse> RefusesAsync(string token, string method, string path, string? json = null)
    {
        using var response = await AskAsync(token, method, path, json);
        return await ProblemResponse.ReadAsync(response);
    }

    private async Task SucceedsAsync(string token, string method, string path, string? json = null, int status = 204)
    {
        using var response = await AskAsync(token, method, path, json);
        Assert.Equal(status, (int)response.StatusCode);
    }

    private async Task<int> WatchAsync(string token, int address)
    {
        using var response = await AskAsync(token, "POST", "/watches", $$"""{"address": "{{address}}"}""");
        Assert.Equal(201, (int)response.StatusCode);
        return int.Parse(response.Headers.Location!.ToString().Split('/')[^1], null);
    }

    private bool AreWaiting(int count) => Fake.Commands.Count(request => request.Command == "frames.wait") == count;

    [Fact]
    public async Task A_watch_is_ended_by_its_own_token_or_by_admin()
    {
        var (first, second, third) = (await WatchAsync(Bot, 1), await WatchAsync(Bot, 2), await WatchAsync(Viewer, 3));
        (await RefusesAsync(Viewer, "DELETE", $"/watches/{first}")).Is(403, "narrow-token", "id", "token bot", "needs the scope admin");
        await SucceedsAsync(Viewer, "DELETE", "/watches");
        await SucceedsAsync(Viewer, "GET", $"/watches/{first}", status: 200);
        (await RefusesAsync(Bot, "GET", $"/watches/{third}")).Is(404, "unknown-watch", "id");
        await SucceedsAsync(Bot, "DELETE", $"/watches/{first}");
        await SucceedsAsync(All, "DELETE", $"/watches/{second}");
    }

    [Fact]
    public async Task A_token_may_use_a_quarter_of_all_waits()
    {
        using var leaving = new CancellationTokenSource();
        var waits = Enumerable.Range(0, 64)
            .Select(_ => AskAsync(Viewer, "POST", "/frames/wait", """{"frames": 9}""", leaving.Token)).ToArray();
        await Eventually.HoldsAsync(() => AreWaiting(64));
        foreach (var json in (string[])["""{"frames": 9}""", """{"until": {"screen": "changed"}}"""])
            (await RefusesAsync(Viewer, "POST", "/frames/wait", json))
                .Is(503, "overloaded", null, "viewer already uses 64 of this emulator's 256 waits");
        var other = AskAsync(Bot, "POST", "/frames/wait", """{"frames": 9}""", leaving.Token);
        await Eventually.HoldsAsync(() => AreWaiting(65));
        _endsWaits = true;
        await leaving.CancelAsync();
        foreach (var wait in waits.Append(other))
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
        await Eventually.HoldsAsync(async () =>
        {
            using var again = await AskAsync(Viewer, "POST", "/frames/wait", """{"frames": 9}""");
            return again.IsSuccessStatusCode;
        }, "the waits that have ended leave their places");
    }

    [Fact]
    public async Task A_token_may_use_four_of_the_waits_for_the_picture()
    {
        using var leaving = new CancellationTokenSource();
        var waits = Enumerable.Range(0, 4)
            .Select(_ => AskAsync(Viewer, "POST", "/frames/wait", """{"until": {"screen": "changed"}}""", leaving.Token)).ToArray();
        await Eventually.HoldsAsync(() => Fake.Commands.Count(request => request.Command == "screen.wait") == 4, "four requests wait");
        (await RefusesAsync(Viewer, "POST", "/frames/wait", """{"until": {"screen": "changed"}}"""))
            .Is(503, "overloaded", null, "viewer already uses 4 of this emulator's 16 waits for the picture");
        await leaving.CancelAsync();
        foreach (var wait in waits)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
    }

    [Fact]
    public async Task A_token_may_use_a_quarter_of_the_watched_bytes_and_pointers()
    {
        for (var i = 0; i < 16; i++)
            await SucceedsAsync(Viewer, "POST", "/watches", $$"""{"address": "{{0x02000000 + i}}", "length": 4096}""", 201);
        (await RefusesAsync(Viewer, "POST", "/watches", """{"address": "0x02000000"}"""))
            .Is(409, "too-many-watches", null, "viewer", "65,537", "65,536 bytes");
        await SucceedsAsync(Bot, "POST", "/watches", """{"address": "0x02000000", "length": 4096}""", 201);
        await SucceedsAsync(Viewer, "DELETE", "/watches");
        for (var i = 0; i < 32; i++)
            await SucceedsAsync(Viewer, "POST", "/watches", $$"""{"address": "[[[[[[[[0x02000000]]]]]]]]+{{i}}"}""", 201);
        (await RefusesAsync(Viewer, "POST", "/watches", """{"address": "[0x02000000]"}"""))
            .Is(409, "too-many-watches", null, "viewer", "257", "256 pointers");
    }

    [Fact]
    public async Task A_token_may_use_a_quarter_of_the_streams()
    {
        using var one = await AskAsync(Viewer, "GET", "/events?topics=state");
        using (var two = await AskAsync(Viewer, "GET", "/events?topics=state"))
        {
            Assert.Equal((200, 200), ((int)one.StatusCode, (int)two.StatusCode));
            (await RefusesAsync(Viewer, "GET", "/events?topics=state"))
                .Is(503, "overloaded", null, "viewer already uses 2 of this emulator's 8 streams of events");
            await SucceedsAsync(Bot, "GET", "/events?topics=state", status: 200);
        }

        await Eventually.HoldsAsync(async () =>
        {
            using var again = await AskAsync(Viewer, "GET", "/events?topics=state");
            return again.IsSuccessStatusCode;
        }, "a stream that has ended leaves its place");
    }

    [Fact]
    public async Task Only_the_admin_scope_can_end_the_hold_of_another_owner()
    {
        (await RefusesAsync(Bot, "DELETE", "/frames/hold?force=true")).Is(403, "narrow-token", null, "needs admin");
        (await RefusesAsync(All, "DELETE", "/frames/hold?force=true&lease=1a")).Is(400, "invalid-parameter", "force", "lease");
        (await RefusesAsync(All, "DELETE", "/frames/hold?force=yes")).Is(400, "invalid-parameter", "force", "true or false");
        Assert.Empty(Fake.Commands);
        var asked = AskAsync(All, "DELETE", "/frames/hold?force=true");
        var request = await Fake.NextRequestAsync("frames.release");
        Assert.Equal("*", Assert.Single(request.Arguments));
        await request.ReplyAsync();
        using var response = await asked;
        Assert.Equal(200, (int)response.StatusCode);
    }
}
