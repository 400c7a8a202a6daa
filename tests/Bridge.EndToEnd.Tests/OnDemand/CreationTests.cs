using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>Emulators that clients create and end. The bridge may have four.</summary>
public sealed class CreationTests(OnDemandBridge bridge) : IClassFixture<OnDemandBridge>, IAsyncLifetime
{
    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync() => await bridge.EndAllAsync();

    [Fact]
    public async Task A_created_emulator_plays_and_its_end_leaves_nothing()
    {
        var created = await bridge.CreateAsync(""", "labels": {"Task": "Maze"}, "lease": {"seconds": 120}""");
        var name = OnDemandBridge.NameOf(created);

        Assert.Equal("running", created.GetProperty("state").GetString());
        Assert.InRange(created.GetProperty("frame").GetInt64(), 1, 600);
        Assert.Equal("BUTTONTEST", created.GetProperty("game").GetProperty("title").GetString());
        Assert.Equal([name], await bridge.NamesAsync("?label=Task:Maze&state=running"));
        Assert.Empty(await bridge.NamesAsync("?label=task:maze"));
        Assert.Equal("Maze", created.GetProperty("created").GetProperty("labels").GetProperty("Task").GetString());
        Assert.Empty(await bridge.NamesAsync("?state=failed"));
        await bridge.Client.AskForJsonAsync("POST", $"/emulators/{name}/buttons/press", """{"buttons": ["A"]}""");
        Assert.Equal(1, await OnDemandBridge.PressesAsync(bridge.Client, name));
        var process = bridge.ProcessOf(name);

        await bridge.EndAsync(name);

        Assert.DoesNotContain(process, bridge.Processes());
        Assert.Empty(bridge.Folders());
        Assert.False(Directory.Exists(bridge.FileOf(name, "")));
        await bridge.EndAsync(name);
        using var gone = await bridge.Client.AskAsync("GET", $"/emulators/{name}");
        Assert.Equal((404, "unknown-emulator"), await StatusAsync(gone));
    }

    [Fact]
    public async Task A_warm_emulator_plays_the_game_that_the_client_chose()
    {
        await bridge.CreateAsync();
        var warm = await bridge.WarmAsync();

        using var response = await bridge.Client.AskAsync("POST", "/emulators", """{"rom": "loop.gb", "speed": 0.5}""");
        var created = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;

        Assert.Equal("LOOP", created.GetProperty("game").GetProperty("title").GetString());
        var name = OnDemandBridge.NameOf(created);
        Assert.Equal(warm, bridge.ProcessOf(name));
        Assert.Equal(0.5, (await bridge.Client.GetJsonAsync($"/emulators/{name}/speed")).GetProperty("speed").GetDouble());
    }

    [Fact]
    public async Task A_model_and_a_clock_are_those_of_the_request()
    {
        using var response = await bridge.Client.AskAsync(
            "POST", "/emulators", """{"rom": "loop.gb", "model": "SGB2", "clock": 1000000000}""");
        var created = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;

        Assert.Equal("SGB2", created.GetProperty("game").GetProperty("model").GetString());
    }

    [Fact]
    public async Task The_same_key_creates_one_emulator()
    {
        var bodies = await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => WithKeyAsync("one", """{"rom": "buttontest.gba"}""")));

        Assert.All(bodies, body => Assert.Equal(201, body.Status));
        Assert.Single(bodies.Select(body => body.Name).Distinct());
        Assert.Single(await bridge.NamesAsync());
        Assert.Equal(409, (await WithKeyAsync("one", """{"rom": "loop.gb"}""")).Status);
    }

    [Fact]
    public async Task No_more_are_created_than_the_setting_allows_and_a_name_only_once()
    {
        await bridge.CreateAsync(""", "name": "red" """);

        using var taken = await bridge.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba", "name": "red"}""");
        Assert.Equal((409, "conflict"), await StatusAsync(taken));
        using var configured = await bridge.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba", "name": "default"}""");
        Assert.Equal((409, "conflict"), await StatusAsync(configured));
        var answers = await Task.WhenAll(Enumerable.Range(0, 5).Select(async _ =>
        {
            using var response = await bridge.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba"}""");
            return (int)response.StatusCode == 201 ? (201, "") : await StatusAsync(response);
        }));

        Assert.Equal(3, answers.Count(answer => answer == (201, "")));
        Assert.Equal(2, answers.Count(answer => answer == (503, "too-many-emulators")));
    }

    [Fact]
    public async Task An_emulator_with_a_chosen_name_keeps_its_saves()
    {
        await bridge.CreateAsync(""", "name": "blue" """);
        await bridge.EndAsync("blue");
        var save = bridge.FileOf("blue", "saves/buttontest.sav");
        var bytes = Enumerable.Repeat((byte)7, (int)new FileInfo(save).Length).ToArray();
        await File.WriteAllBytesAsync(save, bytes);

        await bridge.CreateAsync(""", "name": "blue" """);
        await bridge.EndAsync("blue");

        Assert.Equal(bytes, await File.ReadAllBytesAsync(save));
    }

    [Fact]
    public async Task A_creation_whose_client_hangs_up_is_undone()
    {
        using var stop = new CancellationTokenSource();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators")
        {
            Content = new StringContent("""{"rom": "buttontest.gba", "model": "AGB"}""", null, "application/json"),
        };
        var creating = bridge.Client.SendAsync(request, stop.Token);
        await Eventually.HoldsAsync(() => bridge.Folders().Length == 1, "the creation has begun");
        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => creating);
        await Eventually.HoldsAsync(() => bridge.Folders().Length == 0, "nothing is left");
        Assert.Empty(await bridge.NamesAsync());
    }

    [Theory]
    [InlineData("""{}""", 400, "missing-parameter", "rom is required")]
    [InlineData("""{"rom": "none.gba"}""", 404, "unknown-rom", "none.gba")]
    [InlineData("""{"rom": "../a.gba"}""", 400, "invalid-parameter", "rom must be")]
    [InlineData("""{"rom": "garbage.gba"}""", 502, "emulator-refused", "did not start")]
    [InlineData("""{"rom": "buttontest.gba", "name": "Red"}""", 400, "invalid-parameter", "name must be")]
    [InlineData("""{"rom": "buttontest.gba", "name": "step"}""", 409, "conflict", "name must be new")]
    [InlineData("""{"rom": "buttontest.gba", "model": "PSP"}""", 400, "invalid-parameter", "model must be one of DMG")]
    [InlineData("""{"rom": "buttontest.gba", "model": "DMG"}""", 400, "invalid-parameter", "model must be AGB for a Game Boy Advance game")]
    [InlineData("""{"rom": "loop.gb", "model": "CGB"}""", 400, "invalid-parameter", "model must be DMG, MGB, SGB or SGB2 for a")]
    [InlineData("""{"rom": "buttontest.gba", "speed": 17}""", 400, "invalid-parameter", "speed must be")]
    [InlineData("""{"rom": "buttontest.gba", "clock": -1}""", 400, "invalid-parameter", "clock must be")]
    [InlineData("""{"rom": "buttontest.gba", "lease": {"seconds": 0}}""", 400, "invalid-parameter", "seconds must be 1 to 604800")]
    [InlineData("""{"rom": "buttontest.gba", "lease": {"seconds": 604801}}""", 400, "invalid-parameter", "seconds must be 1 to 604800")]
    [InlineData("""{"rom": "buttontest.gba", "lease": 5}""", 400, "invalid-body", "lease must be")]
    [InlineData("""{"rom": "buttontest.gba", "labels": {"a:b": "c"}}""", 400, "invalid-parameter", "labels must be")]
    [InlineData("""{"rom": "buttontest.gba", "labels": {"a": "b\n"}}""", 400, "invalid-parameter", "labels.a must be")]
    [InlineData("""{"rom": "buttontest.gba", "labels": {"a": null}}""", 400, "invalid-parameter", "labels.a must be")]
    [InlineData("""{"rom": "buttontest.gba", "state": {}}""", 400, "missing-parameter", "state.name is required")]
    [InlineData("""{"rom": "buttontest.gba", "state": {"name": "none"}}""", 404, "unknown-state", "none")]
    [InlineData("""{"rom": "buttontest.gba", "size": 5}""", 400, "invalid-body", "Unknown member")]
    public async Task Bad_input_gets_a_sentence_and_leaves_nothing(string body, int status, string type, string part)
    {
        using var response = await bridge.Client.AskAsync("POST", "/emulators", body);

        var (got, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((status, type), (got, anchor));
        Assert.Contains(part, detail, StringComparison.Ordinal);
        Assert.Empty(bridge.Folders());
        Assert.Empty(await bridge.NamesAsync());
    }

    [Theory]
    [InlineData("", "by a warm emulator")]
    [InlineData(""", "clock": 0""", "by a new one")]
    public async Task A_damaged_archive_is_refused_with_its_reason(string more, string by)
    {
        await bridge.CreateAsync();
        await bridge.WarmAsync();
        var path = Path.Combine(bridge.RomFolder, "damaged.zip");
        await File.WriteAllBytesAsync(path, "PK\u0003\u0004 and no archive"u8.ToArray());
        using var response = await bridge.Client.AskAsync("POST", "/emulators", $$"""{"rom": "damaged.zip"{{more}}}""");
        File.Delete(path);

        var (status, type, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((502, "emulator-refused"), (status, type));
        const string Reason = "The archive damaged.zip can't be unpacked: it is damaged.";
        Assert.True(detail.Contains(Reason, StringComparison.Ordinal), $"{by}: {detail}");
    }

    [Fact]
    public async Task A_configured_emulator_can_not_be_ended()
    {
        using var response = await bridge.Client.AskAsync("DELETE", "/emulators/default");
        Assert.Equal((409, "conflict"), await StatusAsync(response));
        using var unknown = await bridge.Client.AskAsync("DELETE", "/emulators/nobody");
        Assert.Equal((404, "unknown-emulator"), await StatusAsync(unknown));
    }

    private static async Task<(int Status, string Type)> StatusAsync(HttpResponseMessage response)
    {
        var (status, type, _) = await RunningGame.RefusalAsync(response);
        return (status, type);
    }

    private async Task<(int Status, string? Name)> WithKeyAsync(string key, string body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators")
        {
            Content = new StringContent(body, null, "application/json"), Headers = { { "Idempotency-Key", key } },
        };
        using var response = await bridge.Client.SendAsync(request);
        var json = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return ((int)response.StatusCode, json.TryGetProperty("name", out var name) ? name.GetString() : null);
    }
}
