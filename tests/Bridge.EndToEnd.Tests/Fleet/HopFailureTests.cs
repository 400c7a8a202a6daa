using System.Globalization;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>The problems that clients get when the host of their emulator doesn't answer.</summary>
public sealed class HopFailureTests(FleetPair fleet) : IClassFixture<FleetPair>
{
    private const string Press = """{"buttons": ["A"], "hold": 120}""";

    [Fact]
    public async Task A_press_whose_owner_dies_may_have_run_and_runs_once()
    {
        var name = await fleet.CreateAsync();
        var pressing = fleet.Entry.AskAsync("POST", $"/emulators/{name}/buttons/press", Press);
        await Eventually.HoldsAsync(async () => await OnDemandBridge.PressesAsync(fleet.Direct, name) == 1, "the button is down");

        await fleet.KillOwnerAsync();

        using var answer = await pressing;
        var (status, type, detail) = await RunningGame.RefusalAsync(answer);
        Assert.Equal((504, "outcome-unknown"), (status, type));
        Assert.Contains("h02", detail, StringComparison.Ordinal);
        Assert.Contains("\"safeToRepeat\":false", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);

        // The connections that the entry kept are useless now.
        await fleet.StartOwnerAsync();
        await Eventually.HoldsAsync(async () => await StateAsync(name) == "running", "the next bridge has the emulator");
        Assert.Equal(1, await OnDemandBridge.PressesAsync(fleet.Entry, name));
    }

    [Fact]
    public async Task A_request_without_a_body_is_not_sent_twice_either()
    {
        using var owner = new DyingServer();
        fleet.Tell([], isOwnerLost: false, ("h04", owner.Address));
        // The second one goes over the connection of the first one.
        using (var first = await fleet.Entry.AskAsync("DELETE", "/emulators/h04-abcdef/buttons"))
            Assert.Equal(204, (int)first.StatusCode);

        using var second = await fleet.Entry.AskAsync("DELETE", "/emulators/h04-abcdef/buttons");

        Assert.Equal((504, "outcome-unknown"), await HopTests.StatusAsync(second));
        Assert.Equal(2, owner.Requests);
    }

    [Fact]
    public async Task A_read_is_sent_again()
    {
        using var owner = new DyingServer();
        fleet.Tell([], isOwnerLost: false, ("h04", owner.Address));
        using (var first = await fleet.Entry.AskAsync("GET", "/emulators/h04-abcdef/buttons"))
            Assert.Equal(204, (int)first.StatusCode);

        using var second = await fleet.Entry.AskAsync("GET", "/emulators/h04-abcdef/buttons");

        Assert.Equal(204, (int)second.StatusCode);
        // The first read; the second one over its connection, which ended; and the second one over a new connection.
        Assert.Equal(3, owner.Requests);
    }

    [Fact]
    public async Task A_read_is_sent_again_over_another_connection()
    {
        using var owner = new DyingServer(endsFirst: true);
        fleet.Tell([], isOwnerLost: false, ("h04", owner.Address));

        using var answer = await fleet.Entry.AskAsync("GET", "/emulators/h04-abcdef/buttons");

        Assert.Equal(204, (int)answer.StatusCode);
        Assert.Equal(2, owner.Requests);
    }

    [Fact]
    public async Task A_host_that_is_not_there_has_not_applied_it()
    {
        fleet.Tell([], isOwnerLost: false, ("h03", string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{FreePort.Take()}")));

        using var answer = await fleet.Entry.AskAsync("POST", "/emulators/h03-abcdef/buttons/press", Press);

        Assert.Equal((503, "not-applied"), await HopTests.StatusAsync(answer));
        Assert.Equal("1", Assert.Single(answer.Headers.GetValues("Retry-After")));
        Assert.Contains("\"safeToRepeat\":true", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_emulators_of_a_lost_host_are_lost_unless_it_answers()
    {
        var name = await fleet.CreateAsync();
        fleet.Tell(isOwnerLost: true);
        Assert.Equal("running", await StateAsync(name));

        await fleet.KillOwnerAsync();

        using var lost = await fleet.Entry.AskAsync("GET", $"/emulators/{name}");
        var (status, type, detail) = await RunningGame.RefusalAsync(lost);
        Assert.Equal((410, "emulator-lost"), (status, type));
        Assert.Contains("h02", detail, StringComparison.Ordinal);
        await fleet.StartOwnerAsync();
    }

    [Fact]
    public async Task A_lost_host_that_hangs_keeps_nobody_waiting()
    {
        var name = await fleet.CreateAsync();
        ProcessSignals.Send(fleet.Owner.Id, ProcessSignals.Stop);
        try
        {
            var waiting = fleet.Entry.AskAsync("POST", $"/emulators/{name}/buttons/press", Press);
            fleet.Tell(isOwnerLost: true);

            using var waited = await waiting;
            Assert.Equal((504, "outcome-unknown"), await HopTests.StatusAsync(waited));
            using var next = await fleet.Entry.AskAsync("GET", $"/emulators/{name}");
            Assert.Equal((410, "emulator-lost"), await HopTests.StatusAsync(next));
        }
        finally
        {
            ProcessSignals.Send(fleet.Owner.Id, ProcessSignals.Continue);
        }

        await Eventually.HoldsAsync(async () => await StateAsync(name) == "running", "the host answers again, although it counts as lost");
        fleet.Tell();
    }

    private async Task<string?> StateAsync(string name)
    {
        using var answer = await fleet.Entry.AskAsync("GET", $"/emulators/{name}");
        return (int)answer.StatusCode == 200
            ? System.Text.Json.JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement.GetProperty("state").GetString()
            : null;
    }
}
