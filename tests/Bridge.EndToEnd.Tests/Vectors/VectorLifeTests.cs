using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Vectors;

/// <summary>What ends, replaces and takes over vectors and their games.</summary>
public sealed class VectorLifeTests(VectorBridge bridge) : IClassFixture<VectorBridge>
{
    [Fact]
    public async Task A_game_that_dies_is_replaced_and_the_others_go_on()
    {
        var (path, process) = await CreateAsync("count", "2");
        await bridge.StepAsync(path, """{"frames": 3}""");
        ProcessSignals.Send(VectorBridge.GamesOf(process)[1], ProcessSignals.Kill);

        await Eventually.HoldsAsync(
            async () => (await bridge.Client.GetJsonAsync(path)).GetProperty("died").GetInt32() == 1, "it is replaced");

        // Status 1: the game's process died, and nothing was run.
        Assert.Equal(["0 4 []", "1 -1 []"], VectorBridge.SeenIn(await bridge.StepAsync(path)));
        Assert.Equal(["0 5 []", "0 1 []"], VectorBridge.SeenIn(await bridge.StepAsync(path)));
    }

    [Fact]
    public async Task A_step_that_hangs_is_answered_and_another_client_is_refused_meanwhile()
    {
        var (path, process) = await CreateAsync("count", "1");
        await bridge.StepAsync(path);
        ProcessSignals.Send(Assert.Single(VectorBridge.GamesOf(process)), ProcessSignals.Stop);

        // Either of two steps may be the one that reaches the stopped game; the other one is refused.
        var both = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => bridge.Client.AskAsync("POST", $"{path}/step", "{}")));
        using var refused = Assert.Single(both, response => (int)response.StatusCode == 409);
        using var hung = Assert.Single(both, response => (int)response.StatusCode == 200);

        Assert.Equal("conflict", (await RunningGame.RefusalAsync(refused)).Anchor);
        // Status 2: the frame took too long, and the game was replaced.
        Assert.Contains("\"status\":2", await hung.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal(1, (await bridge.Client.GetJsonAsync(path)).GetProperty("stuck").GetInt32());
    }

    [Fact]
    public async Task A_vector_whose_process_is_killed_is_gone_with_a_sentence()
    {
        var (path, process) = await CreateAsync("count", "2");
        var games = VectorBridge.GamesOf(process);
        ProcessSignals.Send(process, ProcessSignals.Kill);

        await IsGoneAsync(path, "ended by itself");

        await Eventually.HoldsAsync(() => !bridge.Processes().Intersect(games).Any(), "its games end");
        Assert.DoesNotContain(path["/vectors/".Length..], bridge.Folders);
    }

    [Fact]
    public async Task Requests_to_end_a_vector_that_is_being_ended_wait_for_that()
    {
        var created = await VectorBridge.CreateAsync(bridge.Client, """{"rom": "buttontest.gba", "count": 1, "name": "twice"}""");
        // A stopped process doesn't end when it is asked to, so the bridge kills it after two seconds.
        ProcessSignals.Send(VectorBridge.ProcessOf(created), ProcessSignals.Stop);

        var responses = await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => bridge.Client.AskAsync("DELETE", "/vectors/twice")));

        Assert.Equal([204, 204, 204], responses.Select(response => (int)response.StatusCode));
        await VectorBridge.CreateAsync(bridge.Client, """{"rom": "buttontest.gba", "count": 1, "name": "twice"}""");
    }

    [Fact]
    public async Task Reads_that_a_client_did_not_wait_for_are_known_to_the_bridge()
    {
        var (path, process) = await CreateAsync("count", "1");
        ProcessSignals.Send(process, ProcessSignals.Stop);
        using var client = new HttpClient { BaseAddress = bridge.Client.BaseAddress, Timeout = TimeSpan.FromSeconds(1) };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => client.AskAsync("PUT", $"{path}/read", """{"read": [{"address": "0x02000020", "type": "u16"}]}"""));

        ProcessSignals.Send(process, ProcessSignals.Continue);

        await Eventually.HoldsAsync(
            async () => (await bridge.Client.GetJsonAsync(path)).GetProperty("read").GetArrayLength() == 1, "it has the read");
        Assert.Equal(["0 1 [0]"], VectorBridge.SeenIn(await bridge.StepAsync(path)));
    }

    [Fact]
    public async Task A_vector_ends_with_its_lease()
    {
        var (path, _) = await CreateAsync("lease", """{"seconds": 3600}""");
        Assert.Equal(1, (await bridge.Client.AskForJsonAsync("PUT", $"{path}/lease", """{"seconds": 1}"""))
            .GetProperty("lease").GetProperty("seconds").GetInt32());

        await IsGoneAsync(path, "Its lease has ended.");
    }

    [Fact]
    public async Task A_bridge_takes_over_the_vectors_of_a_killed_one_and_ends_them_in_order()
    {
        // Only its settings and folders: the test starts the bridges as processes, so that it can kill one.
        var folders = new VectorBridge();
        JsonElement created;
        await using (var killed = Start(folders))
        {
            await killed.ListensAsync();
            using var client = new HttpClient { BaseAddress = killed.Address };
            created = await VectorBridge.CreateAsync(client, """{"rom": "buttontest.gba", "count": 2, "name": "maze", "frames": 3}""");
            await client.AskForJsonAsync("POST", "/vectors/maze/step", "{}");
        }

        await using var next = Start(folders);
        await next.ListensAsync();
        using var again = new HttpClient { BaseAddress = next.Address };

        var found = Assert.Single((await again.GetJsonAsync("/vectors")).GetProperty("vectors").EnumerateArray());
        Assert.Equal(created.ToString(), found.ToString());
        var results = (await again.AskForJsonAsync("POST", "/vectors/maze/step", "{}")).GetProperty("results");
        Assert.Equal(["0 6 []", "0 6 []"], VectorBridge.SeenIn(results.EnumerateArray()));

        ProcessSignals.Send(next.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await next.EndsAsync());
        Assert.Empty(folders.Processes());
        Assert.Empty(folders.Folders);
        folders.DeleteAll();
    }

    [Theory]
    [InlineData(": > vector.json")]
    [InlineData("rm vector.json")]
    [InlineData("echo '{\"name\": \"maze\"}' > vector.json")]
    public async Task A_vector_without_a_right_record_is_ended(string damage)
    {
        // Only its settings and folders: the test starts the bridges as processes, so that it can kill one.
        var folders = new VectorBridge();
        await using (var killed = Start(folders))
        {
            await killed.ListensAsync();
            using var client = new HttpClient { BaseAddress = killed.Address };
            await VectorBridge.CreateAsync(client, """{"rom": "buttontest.gba", "count": 2, "name": "maze", "lease": {"seconds": null}}""");
        }

        Shell.Run(folders.FileOf("maze", ""), damage);
        await using var next = Start(folders);
        await next.ListensAsync();

        await Eventually.HoldsAsync(() => folders.Processes().Length == 0 && folders.Folders.Length == 0, "it is ended");
        ProcessSignals.Send(next.Id, ProcessSignals.Terminate);
        await next.EndsAsync();
        folders.DeleteAll();
    }

    // Creates a vector with one more member, of one game unless the member is the count.
    private async Task<(string Path, int Process)> CreateAsync(string member, string value)
    {
        var count = member == "count" ? "" : "\"count\": 1, ";
        var created = await VectorBridge.CreateAsync(bridge.Client, $$"""{"rom": "buttontest.gba", {{count}}"{{member}}": {{value}}}""");
        return (created.GetProperty("url").GetString()!, VectorBridge.ProcessOf(created));
    }

    // Waits with the list of all vectors, because a request to this one would extend its lease.
    private async Task IsGoneAsync(string path, string reason)
    {
        await Eventually.HoldsAsync(async () => !(await bridge.Client.GetJsonAsync("/vectors")).GetProperty("vectors").EnumerateArray()
            .Any(vector => vector.GetProperty("url").GetString() == path), "it is gone");
        using var gone = await bridge.Client.AskAsync("POST", $"{path}/step", "{}");
        var (status, anchor, detail) = await RunningGame.RefusalAsync(gone);
        Assert.Equal((404, "unknown-vector"), (status, anchor));
        Assert.Contains(reason, detail, StringComparison.Ordinal);
    }

    private static BridgeProcess Start(VectorBridge folders) =>
        new([.. folders.Settings.Select(setting => $"--{setting.Name}={setting.Value}")]);
}
