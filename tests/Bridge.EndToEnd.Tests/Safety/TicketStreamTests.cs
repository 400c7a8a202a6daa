using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Streams of a real game that are opened with a ticket, and end with it.</summary>
public sealed class TicketStreamTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string E = "/emulators/default";

    [Theory]
    [InlineData("screen")]
    [InlineData("audio")]
    [InlineData("events")]
    public async Task A_stream_ends_when_its_ticket_is_revoked(string purpose)
    {
        var (id, url) = await MakeAsync(purpose, 3600);
        using var response = await game.Client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal(200, (int)response.StatusCode);
        await using var stream = await response.Content.ReadAsStreamAsync();
        Assert.True(await stream.ReadAsync(new byte[16]) > 0);

        using var revoked = await game.Client.AskAsync("DELETE", $"{E}/tickets/{id}");
        Assert.Equal(204, (int)revoked.StatusCode);
        await stream.CopyToAsync(Stream.Null).WaitAsync(Eventually.Patience);
        await RefusesAsync(url);
    }

    [Fact]
    public async Task A_stream_ends_when_its_ticket_expires()
    {
        var (_, url) = await MakeAsync("screen", 2);
        using var response = await game.Client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal(200, (int)response.StatusCode);
        await (await response.Content.ReadAsStreamAsync()).CopyToAsync(Stream.Null).WaitAsync(Eventually.Patience);
        await RefusesAsync(url);
    }

    // Without tokens the path is open, but not with a ticket that has ended.
    private async Task RefusesAsync(string url)
    {
        using var refused = await game.Client.GetAsync(url);
        var (status, anchor, _) = await RunningGame.RefusalAsync(refused);
        Assert.Equal((403, "wrong-ticket"), (status, anchor));
    }

    private async Task<(string Id, string Url)> MakeAsync(string purpose, int seconds)
    {
        using var response = await game.Client.AskAsync("POST", $"{E}/tickets", $$"""{"for": "{{purpose}}", "seconds": {{seconds}}}""");
        Assert.Equal(201, (int)response.StatusCode);
        var ticket = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return (ticket.GetProperty("id").GetString()!, ticket.GetProperty("url").GetString()!);
    }
}
