using System.Globalization;
using System.Net;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>What a bridge does with its emulators that another host may have taken over.</summary>
public sealed class FenceTests(MovedTests.WithRawListener fleet) : IClassFixture<MovedTests.WithRawListener>, IAsyncLifetime
{
    // What another member says to the fence of the entry: it knows no other holder, which proves the emulator is the entry's.
    private const string NobodyElse = """{"holder": null, "isExact": false, "hold": 0}""";

    private readonly ScriptedOwner _member = new(_ => string.Create(CultureInfo.InvariantCulture,
        $"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {NobodyElse.Length}\r\n\r\n{NobodyElse}"));

    private string _name = "";

    private string Path => $"/emulators/{_name}";

    public async ValueTask InitializeAsync()
    {
        // The entry knows no other host now, so it creates the emulator itself.
        fleet.Isolate();
        _name = await fleet.CreateAtEntryAsync();
        fleet.TellMember(_member.Address);
        fleet.Guard(_name);
        await ServesAsync();
    }

    public async ValueTask DisposeAsync()
    {
        fleet.TellMember(_member.Address);
        await ServesAsync();
        (await fleet.Entry.AskAsync("DELETE", Path)).Dispose();
        _member.Dispose();
    }

    [Fact]
    public async Task The_raw_listener_refuses_it_until_it_is_proven()
    {
        using var client = await HelloAsync();
        Assert.Equal("ok", (await client.AskAsync("echo\nbefore")).Word);

        fleet.Isolate();

        await Eventually.HoldsAsync(async () => (await client.AskAsync("buttons.press 1 1 1 1")).Word == "not-applied", "it is refused");
        using var another = await RawClient.ConnectAsync(new IPEndPoint(IPAddress.Loopback, fleet.Port));
        Assert.Equal("not-applied", (await another.AskAsync($"hello 1 {_name}")).Word);
        fleet.TellMember(_member.Address);
        await Eventually.HoldsAsync(async () => (await client.AskAsync("echo\nafter")).Word == "ok", "it is served again");
    }

    [Fact]
    public async Task A_step_of_many_refuses_it()
    {
        await fleet.Entry.AskForJsonAsync("POST", $"{Path}/frames/hold", """{"leaseSeconds": 600}""");
        Assert.Equal("", await ProblemOfStepAsync());

        fleet.Isolate();

        await Eventually.HoldsAsync(async () => await ProblemOfStepAsync() == "not-applied", "it is refused");
    }

    [Theory]
    [InlineData("GET", "events", null)]
    [InlineData("POST", "frames/wait", """{"frames": 30000}""")]
    [InlineData("POST", "mcp", """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "game_wait", "arguments": {"frames": 3600}}}
        """)]
    public async Task What_lasts_for_long_ends(string method, string path, string? body)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), $"{Path}/{path}");
        request.Headers.Accept.ParseAdd("application/json, text/event-stream");
        if (body is not null)
            request.Content = new StringContent(body, null, "application/json");
        var lasting = ReadAsync(request);
        await ServesAsync();
        Assert.False(lasting.IsCompleted);

        fleet.Isolate();

        Assert.True(await lasting.WaitAsync(Eventually.Patience));
    }

    // Returns whether the connection ended before the response did.
    private async Task<bool> ReadAsync(HttpRequestMessage request)
    {
        try
        {
            using var response = await fleet.Entry.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
            await response.Content.ReadAsByteArrayAsync();
            return false;
        }
        catch (Exception failure) when (failure is HttpRequestException or IOException or OperationCanceledException)
        {
            return true;
        }
    }

    private async Task<RawClient> HelloAsync()
    {
        var client = await RawClient.ConnectAsync(new IPEndPoint(IPAddress.Loopback, fleet.Port));
        Assert.Equal("ok", (await client.AskAsync($"hello 1 {_name}")).Word);
        return client;
    }

    private async Task<string> ProblemOfStepAsync()
    {
        var answer = await fleet.Entry.AskForJsonAsync("POST", "/emulators/step", $$"""{"emulators": ["{{_name}}"], "frames": 1}""");
        var result = Assert.Single(answer.GetProperty("results").EnumerateArray());
        return result.TryGetProperty("problem", out var problem) && problem.ValueKind == JsonValueKind.Object
            ? problem.GetProperty("type").GetString()!.Split('#')[1]
            : "";
    }

    private Task ServesAsync() => Eventually.HoldsAsync(async () =>
    {
        using var response = await fleet.Entry.AskAsync("GET", $"{Path}/buttons");
        return (int)response.StatusCode == 200;
    }, "it is served");
}
