using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>Batches of revision 2025-03-26 with the real emulator.</summary>
public sealed class BatchTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Trait("Needs", "picture")]
    [Fact]
    public async Task Turns_of_a_batch_are_played_in_order()
    {
        using var response = await SendAsync(CancellationToken.None, """{"press": "A"}""", """{"press": ["A", "B"], "screen": false}""");
        var answers = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.EnumerateArray()
            .Select(answer => answer.GetProperty("result").GetProperty("content")).ToArray();
        Assert.Equal([2, 1], answers.Select(content => content.GetArrayLength()));
        var turns = answers.Select(content => JsonDocument.Parse(content[content.GetArrayLength() - 1].GetProperty("text").GetString()!)
            .RootElement).ToArray();
        // Each press is 6 frames down and 6 up, and each turn settles for 8 frames.
        Assert.Equal([20, 32], turns.Select(turn => turn.GetProperty("frames").GetInt32()));
        Assert.True(turns[1].GetProperty("frame").GetInt64() >= turns[0].GetProperty("frame").GetInt64() + 32);
    }

    [Fact]
    public async Task A_client_that_hangs_up_ends_its_batch()
    {
        using var client = new CancellationTokenSource();
        var long3000 = """{"press": ["A*3000"], "screen": "none"}""";
        var calling = SendAsync(client.Token, long3000, long3000);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 1, "the press is under way");
        await client.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => calling);
        await game.QueueEmptiesAsync();
        await game.ReleaseAllAsync();
    }

    private Task<HttpResponseMessage> SendAsync(CancellationToken cancellationToken, params string[] turns)
    {
        var messages = turns.Select((turn, index) => $$"""
            {"jsonrpc": "2.0", "id": {{index}}, "method": "tools/call", "params": {"name": "game_act", "arguments": {{turn}} } }
            """);
        var request = new HttpRequestMessage(HttpMethod.Post, "/mcp")
        {
            Content = new StringContent($"[{string.Join(',', messages)}]", Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.ParseAdd("application/json, text/event-stream");
        return game.Client.SendAsync(request, cancellationToken);
    }
}
