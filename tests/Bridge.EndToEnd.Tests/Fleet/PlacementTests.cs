using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>On which host of a fleet an emulator is created.</summary>
public sealed class PlacementTests
{
    [Fact]
    public async Task Creations_go_to_the_freer_host_until_all_are_full_and_then_wait()
    {
        await using var fleet = await FleetMachines.StartAsync(1, 2);

        var first = await CreateAsync(fleet[0]);
        Assert.StartsWith("h2-", first, StringComparison.Ordinal);
        await CreateAsync(fleet[0]);
        await CreateAsync(fleet[1]);
        var (status, full, response) = await fleet[0].CreateAsync();
        Assert.Equal(503, status);
        Assert.EndsWith("#fleet-full", full.GetProperty("type").GetString(), StringComparison.Ordinal);
        Assert.True(full.GetProperty("safeToRepeat").GetBoolean());
        Assert.NotNull(response.Headers.RetryAfter);

        var waiting = fleet[0].CreateAsync(""", "wait": 30""");
        await Eventually.HoldsAsync(async () => await MeterAsync(fleet[0], "waiting") == 1, "it waits");
        using var ended = await fleet[0].Client.AskAsync("DELETE", $"/emulators/{first}");
        Assert.Equal(204, (int)ended.StatusCode);
        Assert.Equal(201, (await waiting).Status);
        Assert.Equal(3, fleet[0].Processes().Length + fleet[1].Processes().Length);
        // Counted after the response, by the bridge that the client chose.
        await Eventually.HoldsAsync(async () => (await MeterAsync(fleet[0], "created"), await MeterAsync(fleet[0], "waiting"),
            await MeterAsync(fleet[1], "created")) == (3, 0, 1), "all are counted");
    }

    [Fact]
    public async Task A_chosen_name_is_one_in_the_fleet()
    {
        await using var fleet = await FleetMachines.StartAsync(2, 2);

        var answers = await Task.WhenAll(Enumerable.Range(0, 4).Select(index => fleet[index % 2].CreateAsync(""", "name": "red" """)));
        Assert.Equal([201, 409, 409, 409], answers.Select(answer => answer.Status).Order());
        await Eventually.HoldsAsync(async () => await StateAsync(fleet[0], "red") == "running"
            && await StateAsync(fleet[1], "red") == "running", "both hosts reach red");
        var (status, refused, _) = await fleet[0].CreateAsync(""", "name": "h2-abc" """);
        Assert.Equal((400, true), (status, refused.GetProperty("detail").GetString()!.Contains("h2-", StringComparison.Ordinal)));

        using var ended = await fleet[1].Client.AskAsync("DELETE", "/emulators/red");
        Assert.Equal(204, (int)ended.StatusCode);
        await Eventually.HoldsAsync(async () => (await fleet[0].CreateAsync(""", "name": "red" """)).Status == 201, "red is free again");
    }

    [Fact]
    public async Task One_key_through_three_hosts_creates_one_emulator_also_after_a_restart()
    {
        await using var fleet = await FleetMachines.StartAsync(2, 2, 2);

        var answers = await Task.WhenAll(Enumerable.Range(0, 6).Select(index => fleet[index % 3].CreateAsync(key: "one")));
        Assert.All(answers, answer => Assert.Equal(201, answer.Status));
        var name = Assert.Single(answers.Select(answer => OnDemandBridge.NameOf(answer.Body)).Distinct());
        Assert.Equal(409, (await fleet[1].CreateAsync(""", "speed": 2""", "one")).Status);

        // Names begin with the host's id: h1, h2 or h3.
        var owner = fleet[name[1] - '1'];
        await owner.Bridge.DisposeAsync();
        owner.Start();
        await owner.SeesAsync(hosts => hosts.Length == 3, "it is back");
        var (status, again, _) = await owner.CreateAsync(key: "one");
        Assert.Equal((201, name), (status, OnDemandBridge.NameOf(again)));
        Assert.Equal(1, Enumerable.Range(0, 3).Sum(index => fleet[index].Processes().Length));
    }

    [Fact]
    public async Task A_drained_host_gets_no_emulators_and_ends_its_own_at_the_deadline()
    {
        await using var fleet = await FleetMachines.StartAsync(8, 8);
        var before = await CreateAsync(fleet[0]);
        var (drained, other) = before[1] == '1' ? (fleet[0], fleet[1]) : (fleet[1], fleet[0]);

        var creating = Enumerable.Range(0, 6).Select(index => fleet[index % 2].CreateAsync()).ToArray();
        var host = await other.Client.AskForJsonAsync("POST", $"/hosts/{drained.Id}/drain", """{"seconds": 600}""");
        var then = drained.Processes().Length;
        Assert.All(await Task.WhenAll(creating), created => Assert.Equal(201, created.Status));

        Assert.True(host.GetProperty("draining").GetBoolean());
        Assert.InRange(host.GetProperty("endsInSeconds").GetDouble(), 590, 600);
        Assert.Equal(then, drained.Processes().Length);
        Assert.StartsWith($"{other.Id}-", await CreateAsync(drained), StringComparison.Ordinal);
        await drained.Client.AskForJsonAsync("POST", $"/hosts/{drained.Id}/drain", """{"seconds": 0}""");
        await Eventually.HoldsAsync(() => drained.Processes().Length == 0, "its emulators end");
        var back = await other.Client.AskForJsonAsync("DELETE", $"/hosts/{drained.Id}/drain");
        Assert.False(back.GetProperty("draining").GetBoolean());
    }

    [Fact]
    public async Task Without_etcd_only_names_and_keys_wait()
    {
        await using var fleet = await FleetMachines.StartAsync(2);
        fleet.Etcd.Kill(0);

        Assert.Equal(201, (await fleet[0].CreateAsync()).Status);
        foreach (var (status, body, _) in
            new[] { await fleet[0].CreateAsync(""", "name": "red" """), await fleet[0].CreateAsync(key: "k") })
        {
            Assert.Equal(503, status);
            Assert.EndsWith("#fleet-unavailable", body.GetProperty("type").GetString(), StringComparison.Ordinal);
        }
    }

    private static async Task<long> MeterAsync(FleetMachine host, string name) =>
        (await host.Client.GetJsonAsync("/meters")).GetProperty("fleet").GetProperty(name).GetInt64();

    private static async Task<string> CreateAsync(FleetMachine machine)
    {
        var (status, body, _) = await machine.CreateAsync();
        Assert.True(status == 201, body.ToString());
        return OnDemandBridge.NameOf(body);
    }

    private static async Task<string?> StateAsync(FleetMachine machine, string name)
    {
        using var response = await machine.Client.AskAsync("GET", $"/emulators/{name}");
        return (int)response.StatusCode == 200
            ? JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("state").GetString()
            : null;
    }
}
