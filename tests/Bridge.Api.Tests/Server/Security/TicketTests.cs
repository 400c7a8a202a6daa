using System.Net.Http.Headers;
using System.Text.Json;

namespace Bridge.Api.Tests.Server.Security;

public sealed class TicketTests() : FakedBridge(
    ("Bridge:Tokens:all:Value", TicketForm.Admin), ("Bridge:Tokens:bot:Value", TicketForm.Bot), ("Bridge:Tokens:bot:Scopes:0", "input"),
    ("Bridge:Tokens:guest:Value", TicketForm.Guest), ("Bridge:Tokens:guest:Emulators:0", "second"),
    ("Bridge:Tokens:viewer:Value", Viewer), ("Bridge:Tokens:viewer:Scopes:0", "read"), ("Bridge:Emulators:second:Port", "1"))
{
    private const string Viewer = "viewer-0123456789abcdef";
    private const string Emulator = "/emulators/default";

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            await (request.Command == "events.subscribe" ? request.ReplyAsync() : request.RefuseAsync("conflict", "as the test wishes"));
            return true;
        };
        Start();
        Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", TicketForm.Admin);
        await Bridge.ReachesAsync("running");
        Client.DefaultRequestHeaders.Authorization = null;
    }

    [Fact]
    public async Task A_ticket_opens_exactly_one_thing()
    {
        var words = await MakeAllAsync();
        Assert.True(TicketForm.All.Count >= 40, $"There are only {TicketForm.All.Count} forms.");
        List<string> findings = [];
        foreach (var form in TicketForm.All)
        {
            using var request = RequestOf(form, words);
            using var response = await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
            var isProblem = form.Method != "HEAD" && response.Content.Headers.ContentType?.MediaType == "application/problem+json";
            var text = isProblem ? await response.Content.ReadAsStringAsync() : "";
            var anchor = isProblem ? text.Split('#')[1].Split('"')[0] : null;
            var isAsDescribed = form.Problem is { } problem
                ? anchor == problem
                : (int)response.StatusCode is not (400 or 401 or 403 or 405 or 421);
            if (!isAsDescribed)
                findings.Add($"{form}: {(int)response.StatusCode} {text}");
            findings.AddRange(words.Values.Where(secret => secret.Length == 43 && text.Contains(secret, StringComparison.Ordinal))
                .Select(_ => $"{form}: the problem has a secret: {text}"));
        }

        Assert.True(findings.Count == 0, string.Join('\n', findings));
        Assert.DoesNotContain(Fake.Commands, command => command.Command is "memory.get" or "buttons.press" or "reset");
    }

    [Fact]
    public async Task A_response_to_a_ticket_may_be_shown_by_other_sites_and_is_no_referrer()
    {
        var url = await MakeAsync(TicketForm.Admin, "events");
        foreach (var (target, policy) in new[] { (url, "cross-origin"), ($"{Emulator}/events?ticket=wrong", "same-origin") })
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, target);
            request.Headers.TryAddWithoutValidation("Accept-Language", "de");
            using var response = await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
            Assert.Equal(policy, Assert.Single(response.Headers.GetValues("Cross-Origin-Resource-Policy")));
            Assert.Equal("no-referrer", Assert.Single(response.Headers.GetValues("Referrer-Policy")));
            Assert.DoesNotContain(response.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
        }
    }

    [Fact]
    public async Task A_stream_ends_when_its_ticket_is_revoked()
    {
        using var made = await AskAsync(TicketForm.Admin, "POST", $"{Emulator}/tickets", """{"for": "events"}""");
        var ticket = (await JsonDocument.ParseAsync(await made.Content.ReadAsStreamAsync())).RootElement;
        Assert.Equal($"{Emulator}/tickets/{ticket.GetProperty("id")}", made.Headers.Location?.ToString());
        using var stream = await Client.GetAsync(ticket.GetProperty("url").GetString(), HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal(200, (int)stream.StatusCode);

        using var revoked = await AskAsync(TicketForm.Admin, "DELETE", made.Headers.Location!.ToString());
        Assert.Equal(204, (int)revoked.StatusCode);
        // Returns at the end of the body; if only the connection ended, it would throw.
        await stream.Content.ReadAsStringAsync().WaitAsync(Eventually.Patience);
        using var again = await AskAsync(TicketForm.Admin, "DELETE", made.Headers.Location!.ToString());
        (await ProblemResponse.ReadAsync(again)).Is(404, "unknown-ticket", "id");
    }

    [Fact]
    public async Task A_token_sees_and_revokes_only_its_own_tickets_and_admin_all()
    {
        await MakeAsync(Viewer, "screen");
        await MakeAsync(TicketForm.Admin, "events");
        var (own, all) = (await ListAsync(Viewer), await ListAsync(TicketForm.Admin));
        Assert.Equal(["screen"], own.Select(ticket => ticket.GetProperty("for").GetString()));
        Assert.Equal(["screen", "events"], all.Select(ticket => ticket.GetProperty("for").GetString()));
        Assert.All(all, ticket => Assert.Equal(["id", "for", "expiresAt"], ticket.EnumerateObject().Select(member => member.Name)));

        using var refused = await AskAsync(Viewer, "DELETE", $"{Emulator}/tickets/{all[1].GetProperty("id")}");
        (await ProblemResponse.ReadAsync(refused)).Is(404, "unknown-ticket", "id", "emulator default");
        using var revoked = await AskAsync(TicketForm.Admin, "DELETE", $"{Emulator}/tickets/{all[0].GetProperty("id")}");
        Assert.Equal(204, (int)revoked.StatusCode);
        Assert.Empty(await ListAsync(Viewer));
    }

    [Fact]
    public async Task A_token_may_have_a_quarter_of_the_tickets()
    {
        for (var i = 0; i < 64; i++)
            await MakeAsync(Viewer, "screen");
        using var refused = await AskAsync(Viewer, "POST", $"{Emulator}/tickets", """{"for": "screen"}""");
        (await ProblemResponse.ReadAsync(refused)).Is(503, "overloaded", null, "viewer already uses 64 of this emulator's 256 tickets");
        var id = (await ListAsync(Viewer))[0].GetProperty("id");
        using var revoked = await AskAsync(Viewer, "DELETE", $"{Emulator}/tickets/{id}");
        await MakeAsync(Viewer, "screen");
    }

    [Theory]
    [InlineData("""{}""", 400, "missing-parameter", "for")]
    [InlineData("""{"for": "memory"}""", 400, "invalid-parameter", "for")]
    [InlineData("""{"for": "screen", "seconds": 0}""", 400, "invalid-parameter", "seconds")]
    [InlineData("""{"for": "screen", "seconds": 86401}""", 400, "invalid-parameter", "seconds")]
    [InlineData("""{"for": "screen", "seconds": 1.5}""", 400, "invalid-body", "seconds")]
    [InlineData("""{"for": ["screen"]}""", 400, "invalid-body", "for")]
    public async Task A_wrong_request_for_a_ticket_is_refused(string json, int status, string anchor, string parameter)
    {
        using var response = await AskAsync(TicketForm.Admin, "POST", $"{Emulator}/tickets", json);
        (await ProblemResponse.ReadAsync(response)).Is(status, anchor, parameter, parameter);
    }

    [Fact]
    public async Task A_token_makes_tickets_only_of_its_scope_and_emulators()
    {
        foreach (var token in (string[])[TicketForm.Bot, TicketForm.Guest])
        {
            using var response = await AskAsync(token, "POST", $"{Emulator}/tickets", """{"for": "screen"}""");
            (await ProblemResponse.ReadAsync(response)).Is(403, "narrow-token", null);
        }
    }

    private async Task<Dictionary<string, string>> MakeAllAsync()
    {
        var words = new Dictionary<string, string>();
        foreach (var purpose in (string[])["screen", "events", "audio", "clips"])
            words[purpose] = SecretIn(await MakeAsync(TicketForm.Admin, purpose));
        words["revoked"] = SecretIn(await MakeAsync(TicketForm.Admin, "events"));
        var id = (await ListAsync(TicketForm.Admin))[^1].GetProperty("id").GetString()!;
        using var revoked = await AskAsync(TicketForm.Admin, "DELETE", $"{Emulator}/tickets/{id}");
        words["expired"] = SecretIn(await MakeAsync(TicketForm.Admin, "events", seconds: 1));
        words["id"] = (await ListAsync(TicketForm.Admin))[0].GetProperty("id").GetString()!;
        words["second"] = SecretIn(await MakeAsync(TicketForm.Admin, "events", "second"));
        words["encoded"] = string.Concat(words["events"].Select(letter => $"%{(int)letter:X2}"));
        words["lower"] = words["events"].ToLowerInvariant();
        words["own"] = Client.BaseAddress!.GetLeftPart(UriPartial.Authority);
        await Eventually.HoldsAsync(async () => (await ListAsync(TicketForm.Admin)).Length == 4, "one has expired");
        return words;
    }

    private HttpRequestMessage RequestOf(TicketForm form, Dictionary<string, string> words)
    {
        string Fill(string text) => words.Aggregate(text, (filled, word) =>
            filled.Replace($"{{{word.Key}}}", word.Value, StringComparison.Ordinal));
        // Otherwise percent-encoding is changed on the way.
        var exact = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        var request = new HttpRequestMessage(new HttpMethod(form.Method),
            new Uri($"{Client.BaseAddress!.GetLeftPart(UriPartial.Authority)}{Fill(form.Target)}", exact));
        foreach (var header in form.Headers)
            request.Headers.TryAddWithoutValidation(header.Split(": ")[0], Fill(header.Split(": ")[1]));
        return request;
    }

    private static string SecretIn(string url) => url.Split("?ticket=")[1];

    private async Task<string> MakeAsync(string token, string purpose, string emulator = "default", int seconds = 3600)
    {
        using var response = await AskAsync(token, "POST", $"/emulators/{emulator}/tickets",
            $$"""{"for": "{{purpose}}", "seconds": {{seconds}}}""");
        Assert.Equal(201, (int)response.StatusCode);
        var ticket = (await JsonDocument.ParseAsync(await response.Content.ReadAsStreamAsync())).RootElement;
        return ticket.GetProperty("url").GetString()!;
    }

    private async Task<JsonElement[]> ListAsync(string token)
    {
        using var response = await AskAsync(token, "GET", $"{Emulator}/tickets");
        var body = (await JsonDocument.ParseAsync(await response.Content.ReadAsStreamAsync())).RootElement;
        return [.. body.GetProperty("tickets").EnumerateArray()];
    }

    private Task<HttpResponseMessage> AskAsync(string token, string method, string path, string? json = null) =>
        Client.SendAsync(new HttpRequestMessage(new HttpMethod(method), path)
        {
            Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) },
            Content = json is null ? null : new StringContent(json, new MediaTypeHeaderValue("application/json")),
        });
}
