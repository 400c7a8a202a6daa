using System.Buffers.Binary;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Steps of several emulators on several hosts in one request.</summary>
[Trait("Needs", "picture")]
public sealed class FleetStepTests(FleetPair fleet) : IClassFixture<FleetPair>, IAsyncLifetime
{
    private const string More =
        """
        "frames": 3, "buttons": [["Right"]], "read": [{"address": "0x02000000", "type": "u32"}]
        """;

    private string _here = "";
    private string _there = "";

    public async ValueTask InitializeAsync()
    {
        fleet.Tell();
        (_here, _there) = (await fleet.CreateAtEntryAsync(), await fleet.CreateAsync());
        foreach (var name in (string[])[_here, _there])
            await fleet.Entry.AskForJsonAsync("POST", $"/emulators/{name}/frames/hold", """{"leaseSeconds": 600}""");
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var name in (string[])[_here, _there])
            (await fleet.Entry.AskAsync("DELETE", $"/emulators/{name}")).Dispose();
    }

    [Fact]
    public async Task The_results_are_in_the_order_of_the_request()
    {
        var results = (await fleet.Entry.AskForJsonAsync("POST", "/emulators/step",
            $$"""{"emulators": ["{{_there}}", "nobody", "{{_here}}", "h02-nobody"], {{More}}}""")).GetProperty("results");

        Assert.Equal([_there, "nobody", _here, "h02-nobody"],
            results.EnumerateArray().Select(result => result.GetProperty("emulator").GetString()));
        Assert.Equal(["", "unknown-emulator", "", "unknown-emulator"], results.EnumerateArray().Select(ProblemOf));
        Assert.Equal(await CounterAsync(_there), results[0].GetProperty("values")[0].GetProperty("value").GetInt64());
        Assert.Equal(await CounterAsync(_here), results[2].GetProperty("values")[0].GetProperty("value").GetInt64());
    }

    [Fact]
    public async Task All_on_one_other_host_are_stepped_there()
    {
        var results = (await fleet.Entry.AskForJsonAsync("POST", "/emulators/step",
            $$"""{"emulators": ["{{_there}}"], {{More}}}""")).GetProperty("results");

        Assert.Equal(await CounterAsync(_there), Assert.Single(results.EnumerateArray()).GetProperty("values")[0].GetProperty("value")
            .GetInt64());
    }

    [Fact]
    public async Task A_host_that_is_not_there_fails_its_own_emulators_only()
    {
        fleet.Tell([], isOwnerLost: false, ("h03", $"http://127.0.0.1:{FreePort.Take()}"));

        var results = (await fleet.Entry.AskForJsonAsync("POST", "/emulators/step",
            $$"""{"emulators": ["h03-abcdef", "{{_there}}"], {{More}}}""")).GetProperty("results");

        Assert.Equal(["not-applied", ""], results.EnumerateArray().Select(ProblemOf));
    }

    [Fact]
    public async Task The_binary_answer_has_the_same_order()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators/step")
        {
            Content = new StringContent(
                $$"""
                {"emulators": ["nobody", "{{_there}}", "h02-nobody", "{{_here}}"], {{More}}, "screen": {"width": 10, "height": 7} }
                """, System.Text.Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.Add(new("application/octet-stream"));
        using var response = await fleet.Entry.SendAsync(request);
        var body = await response.Content.ReadAsByteArrayAsync();

        Assert.True(response.IsSuccessStatusCode, System.Text.Encoding.UTF8.GetString(body));
        Assert.Equal("application/octet-stream", response.Content.Headers.ContentType?.ToString());
        uint At(int offset) => BinaryPrimitives.ReadUInt32LittleEndian(body.AsSpan(offset));
        // docs/step-layout.md: a header; for each emulator its status and frame, one read, and 10 x 7 pixels of three bytes.
        const int Header = 32;
        const int Record = 16 + 8 + 210;
        Assert.Equal((4u, 1u, 10u, 7u, 3u), (At(8), At(12), At(16), At(20), At(24)));
        Assert.Equal([404u, 0u, 404u, 0u], Enumerable.Range(0, 4).Select(index => At(Header + index * Record)));
        Assert.Equal(await CounterAsync(_there), BinaryPrimitives.ReadInt64LittleEndian(body.AsSpan(Header + Record + 16)));
        Assert.Equal(await CounterAsync(_here), BinaryPrimitives.ReadInt64LittleEndian(body.AsSpan(Header + 3 * Record + 16)));
        Assert.Contains(body[(Header + Record + 24)..(Header + 2 * Record)], value => value != 0);
        var problems = JsonDocument.Parse(body.AsMemory(Header + 4 * Record)).RootElement;
        Assert.Equal(["nobody", "h02-nobody"], problems.EnumerateArray().Select(problem => problem.GetProperty("emulator").GetString()));
    }

    private async Task<long> CounterAsync(string name) =>
        (await fleet.Entry.GetJsonAsync($"/emulators/{name}/memory/0x02000000?type=u32")).GetProperty("value").GetInt64();

    private static string ProblemOf(JsonElement result) =>
        result.TryGetProperty("problem", out var problem) ? problem.GetProperty("type").GetString()!.Split('#')[1] : "";
}
