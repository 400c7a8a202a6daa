using System.Globalization;
using Bridge.Api.Server.Files;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Vectors;

/// <summary>What vectors refuse.</summary>
public sealed class VectorRefusalTests(VectorBridge bridge) : IClassFixture<VectorBridge>
{
    [Theory]
    [InlineData("""{"count": 1}""", 400, "rom is required")]
    [InlineData("""{"rom": "buttontest.gba"}""", 400, "count is required")]
    [InlineData("""{"rom": "no.gba", "count": 1}""", 404, "There is no ROM \"no.gba\"")]
    [InlineData("""{"rom": "buttontest.gba", "count": 0}""", 400, "count must be 1 to 256; got \"0\"")]
    [InlineData("""{"rom": "buttontest.gba", "count": 257}""", 400, "count must be 1 to 256; got \"257\"")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "name": "-"}""", 400, "name must be 1 to 32")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "frames": 0}""", 400, "frames must be 1 to 3600; got \"0\"")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "picture": {"width": 84}}""", 400, "picture.height is required")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "picture": {"width": 257, "height": 1}}""", 400, "picture.width must be 1 to 256")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "picture": {"width": 1, "height": 1, "last": 3}}""", 400, "picture.last must be")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "sticky": 1.5}""", 400, "sticky must be 0 to 1; got \"1.5\"")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "noops": 3601}""", 400, "noops must be 0 to 3600")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "seed": -1}""", 400, "seed must be 0 to")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "lease": {"seconds": 0}}""", 400, "seconds must be 1 to 604800")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "model": "PSX"}""", 400, "model must be one of")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "read": [{"address": "player"}]}""", 400, "read[0].address must be hexadecimal")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "read": [{"address": "[1]", "domain": "wram"}]}""", 400, "read[0].domain must be")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "read": [{"address": "1", "type": "f32"}]}""", 400, "read[0].type must be one of")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "read": [{"address": "0xF0000000"}]}""", 400,
        "read[0].address must be a place in the game's memory; nothing is at 0xF0000000 on the bus.")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "starts": [{"emulator": "red"}]}""", 400, "starts[0].state is required")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "starts": [null, {"state": "none"}]}""", 404, "This game has no state \"none\"")]
    [InlineData("""{"rom": "buttontest.gba", "count": 1, "games": []}""", 400, "Unknown member \"games\"")]
    public async Task A_creation_is_refused_with_a_sentence(string body, int status, string sentence)
    {
        var before = bridge.Processes().Length;
        await IsRefusedAsync("POST", "/vectors", body, status, sentence);
        Assert.Equal(before, bridge.Processes().Length);
    }

    [Theory]
    [InlineData("step", """{"games": [3]}""", "games[0] must be 0 to 1; got \"3\"")]
    [InlineData("step", """{"games": [null]}""", "games must be a list of whole numbers; got [null].")]
    [InlineData("step", """{"seeds": ["1", null]}""", "seeds must be a list of whole numbers; got [\"1\", null].")]
    [InlineData("step", """{"games": [1, 1]}""", "games must name each game once.")]
    [InlineData("step", """{"games": []}""", "games must be a list of 1 to 256; got 0.")]
    [InlineData("step", """{"keys": [1024]}""", "keys[0] must be 0 to 1023; got \"1024\"")]
    [InlineData("step", """{"keys": [0, 0, 0]}""", "keys must have one entry for each of the 2 games, or one for all; got 3.")]
    [InlineData("step", """{"keys": [0], "buttons": [[]]}""", "keys can't be combined with buttons.")]
    [InlineData("step", """{"buttons": [null]}""", "buttons[0] must be a list; got null.")]
    [InlineData("step", """{"buttons": [["X"]]}""", "buttons[0][0] must be one of A, B")]
    [InlineData("step", """{"keys": ["A"]}""", "keys must be a list of whole numbers; got [\"A\"].")]
    [InlineData("step", """{"seeds": [18446744073709551615, 0]}""", "seeds must be a list of whole numbers; got [18446744073709551615,")]
    [InlineData("step", """{"frames": 3601}""", "frames must be 1 to 3600")]
    [InlineData("step", """{"starts": [0]}""", "starts must have one entry for each of the 2 games; got 1.")]
    [InlineData("step", """{"starts": [16, null]}""", "starts[0] must be 0 to 15; got \"16\"")]
    [InlineData("step", """{"seeds": [-1, null]}""", "seeds[0] must be 0 to")]
    [InlineData("reset", """{"start": 16}""", "start must be 0 to 15; got \"16\"")]
    [InlineData("reset", """{"seed": -1}""", "seed must be 0 to")]
    public async Task A_step_is_refused_with_a_sentence_and_steps_nothing(string verb, string body, string sentence)
    {
        var path = await bridge.CreateAsync(""" "count": 2 """);

        await IsRefusedAsync("POST", $"{path}/{verb}", body, 400, sentence);

        Assert.Equal(["0 1 []", "0 1 []"], VectorBridge.SeenIn(await bridge.StepAsync(path)));
        using var ended = await bridge.Client.AskAsync("DELETE", path);
    }

    [Fact]
    public async Task Games_and_starts_that_are_not_there_are_refused()
    {
        var path = await bridge.CreateAsync(""" "count": 2 """);

        await IsRefusedAsync("GET", $"{path}/2/screen", null, 400, "game must be 0 to 1; got \"2\"");
        await IsRefusedAsync("GET", $"{path}/x/state", null, 400, "game must be 0 to 255; got \"x\"");
        await IsRefusedAsync("PUT", $"{path}/starts/16", "{}", 400, "start must be 0 to 15; got \"16\"");
        await IsRefusedAsync("GET", "/vectors/nobody", null, 404, "There is no vector \"nobody\"; GET /vectors lists them.");
        using var bytes = new ByteArrayContent(new byte[500]) { Headers = { ContentType = new("application/octet-stream") } };
        using var garbage = await bridge.Client.PutAsync($"{path}/starts/0", bytes);
        Assert.Equal("refused-state", (await RunningGame.RefusalAsync(garbage)).Anchor);
        var name = path["/vectors/".Length..];
        await IsRefusedAsync(
            "POST", "/vectors", $$"""{"rom": "buttontest.gba", "count": 1, "name": "{{name}}"}""", 409, "name must be new");
    }

    [Fact]
    public async Task A_vector_counts_as_the_processors_that_it_keeps_busy()
    {
        using var folder = new TemporaryFolder("bridge-vectors-");
        await using var small = new BridgeHost(
            [.. bridge.Settings, ("Bridge:OnDemand:Max", "1"), ("Bridge:OnDemand:Folder", folder.Path)]);
        await VectorBridge.CreateAsync(small.Client, """{"rom": "buttontest.gba", "count": 1}""");

        using var refused = await small.Client.AskAsync("POST", "/vectors", """{"rom": "buttontest.gba", "count": 256}""");
        using var emulator = await small.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba"}""");

        // The bridge has one vector of one game, so it has no room, whatever this number is.
        var places = Math.Min(256, Environment.ProcessorCount);
        var (status, _, detail) = await RunningGame.RefusalAsync(refused);
        Assert.Equal(503, status);
        Assert.Contains(
            places == 1 ? "The bridge has 1 created emulators"
            : string.Create(CultureInfo.InvariantCulture, $"The vector counts as {places} created emulators, and the bridge has 1;"),
            detail, StringComparison.Ordinal);
        Assert.Equal(503, (int)emulator.StatusCode);
    }

    [Fact]
    public async Task Tokens_reach_the_vectors_that_they_name()
    {
        // A token may only name emulators that are configured; nothing needs to listen at this one's port.
        using var folder = new TemporaryFolder("bridge-vectors-");
        await using var guarded = new BridgeHost([.. bridge.Settings, ("Bridge:OnDemand:Folder", folder.Path),
            ("Bridge:Tokens:admin:Value", VectorBridge.Admin), ("Bridge:Tokens:reader:Value", VectorBridge.Reader),
            ("Bridge:Tokens:reader:Scopes:0", "read"), ("Bridge:Tokens:narrow:Value", VectorBridge.Narrow),
            ("Bridge:Tokens:narrow:Emulators:0", "maze"), ("Bridge:Emulators:maze:Port", "1")]);
        string[] outcomes =
        [
            await AskAsync(VectorBridge.Admin, "POST", "/vectors", """{"rom": "buttontest.gba", "count": 1, "name": "other"}"""),
            await AskAsync(VectorBridge.Narrow, "POST", "/vectors", """{"rom": "buttontest.gba", "count": 1}"""),
            await AskAsync(VectorBridge.Narrow, "POST", "/vectors", """{"rom": "buttontest.gba", "count": 1, "name": "maze"}"""),
            await AskAsync(VectorBridge.Narrow, "POST", "/vectors/maze/step", "{}"),
            await AskAsync(VectorBridge.Narrow, "POST", "/vectors/other/step", "{}"),
            await AskAsync(VectorBridge.Narrow, "DELETE", "/vectors/other"),
            await AskAsync(VectorBridge.Reader, "GET", "/vectors/other"),
            await AskAsync(VectorBridge.Reader, "GET", "/vectors/other/0/screen"),
            await AskAsync(VectorBridge.Reader, "POST", "/vectors/other/step", "{}"),
            await AskAsync(VectorBridge.Reader, "GET", "/vectors/other/0/state"),
        ];

        Assert.Equal(["201", "403", "201", "200", "403", "403", "200", "200", "403", "403"], outcomes);
        using var listed = await SendAsync(VectorBridge.Narrow, "GET", "/vectors", null);
        Assert.DoesNotContain("other", await listed.Content.ReadAsStringAsync(), StringComparison.Ordinal);

        async Task<string> AskAsync(string token, string method, string path, string? body = null)
        {
            using var response = await SendAsync(token, method, path, body);
            return ((int)response.StatusCode).ToString(CultureInfo.InvariantCulture);
        }

        async Task<HttpResponseMessage> SendAsync(string token, string method, string path, string? body)
        {
            using var request = new HttpRequestMessage(new HttpMethod(method), path);
            request.Headers.Authorization = new("Bearer", token);
            request.Content = body is null ? null : new StringContent(body, null, "application/json");
            return await guarded.Client.SendAsync(request);
        }
    }

    [Fact]
    public async Task A_client_that_writes_all_over_the_memory_harms_its_own_vector_only()
    {
        var other = await bridge.CreateAsync(""" "count": 2 """);
        var created = await VectorBridge.CreateAsync(bridge.Client, """{"rom": "buttontest.gba", "count": 2}""");
        var (path, block) = (created.GetProperty("url").GetString()!, created.GetProperty("block"));
        await bridge.StepAsync(path);
        var file = block.GetProperty("path").GetString()!;
        await using (var memory = new FileStream(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            var noise = new byte[block.GetProperty("size").GetInt32()];
            new Random(1).NextBytes(noise);
            await memory.WriteAsync(noise, TestContext.Current.CancellationToken);
        }

        using var refused = await bridge.Client.AskAsync("POST", $"{path}/step", "{}");

        Assert.Equal(409, (int)refused.StatusCode);
        Assert.Equal(["0 1 []", "0 1 []"], VectorBridge.SeenIn(await bridge.StepAsync(other)));
        using var ended = await bridge.Client.AskAsync("DELETE", path);
        Assert.Equal(204, (int)ended.StatusCode);
    }

    private async Task IsRefusedAsync(string method, string path, string? body, int status, string sentence)
    {
        using var response = await bridge.Client.AskAsync(method, path, body);
        var (actual, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.True(actual == status && detail.StartsWith(sentence, StringComparison.Ordinal), $"{actual}: {detail}");
    }
}
