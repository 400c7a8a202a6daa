using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>What the client repeats, and what it leaves to its user.</summary>
public sealed class RepeatTests
{
    private static HttpRequestException Lost => new(HttpRequestError.ResponseEnded);

    [Theory]
    [InlineData("not-applied", 503)]
    [InlineData("overloaded", 503)]
    [InlineData("stopping", 503)]
    [InlineData("too-many-requests", 429)]
    public async Task A_request_that_did_not_run_is_sent_again_with_its_body(string type, int status)
    {
        using var told = new ToldHandler(
            Problem(type, status), Success("""{"id": 1, "pressedAt": 5, "releasedAt": 9, "frame": 10}"""));
        using var client = told.NewClient();
        Assert.Equal(5, (await client.Emulator().PressAsync("A+B")).PressedAt);
        Assert.Equal(2, told.Bodies.Count);
        Assert.Equal(told.Bodies[0], told.Bodies[1]);
        Assert.Contains("""["A","B"]""", told.Bodies[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Retries_end()
    {
        using var told = new ToldHandler(Problem("overloaded", 503), Problem("overloaded", 503));
        using var client = told.NewClient(retries: 1);
        var problem = await Assert.ThrowsAsync<ProblemException>(() => client.Emulator().ReadAsync(0));
        Assert.Equal("overloaded", problem.Type);
        Assert.True(problem.SafeToRepeat);
    }

    [Theory]
    [InlineData("no-emulator", 503, true)]
    [InlineData("held", 409, true)]
    [InlineData("interrupted", 409, false)]
    [InlineData("internal-error", 500, false)]
    public async Task Other_problems_are_not_repeated(string type, int status, bool isSafe)
    {
        using var told = new ToldHandler(Problem(type, status));
        using var client = told.NewClient();
        var problem = await Assert.ThrowsAsync<ProblemException>(() => client.Emulator().ReadAsync(0));
        Assert.Equal((type, status, isSafe), (problem.Type, problem.Status, problem.SafeToRepeat));
    }

    [Fact]
    public async Task An_unknown_outcome_is_never_repeated()
    {
        using var told = new ToldHandler(Problem("outcome-unknown", 504, """, "safeToRepeat": true"""));
        using var client = told.NewClient();
        var unknown = await Assert.ThrowsAsync<OutcomeUnknownException>(() => client.Emulator().WriteAsync(0, 1));
        Assert.True(unknown.SafeToRepeat);
        Assert.Single(told.Bodies);
    }

    [Fact]
    public async Task A_lost_connection_repeats_what_cannot_happen_twice()
    {
        using var told = new ToldHandler(Lost, Success("""{"value": 5}"""), Lost, Success("{}"));
        using var client = told.NewClient();
        Assert.Equal(5, await client.Emulator().ReadAsync(0));
        await client.Emulator().WriteAsync(0, 5);
        Assert.Equal(4, told.Bodies.Count);
    }

    [Fact]
    public async Task A_bridge_is_waited_for_behind_a_proxy_that_closes_connections()
    {
        const string Running = """{"name": "default", "state": "running", "frame": 1, "framesPerSecond": 60, "game": null}""";
        using var told = new ToldHandler(Lost, Success(Running), Lost);
        using var client = told.NewClient(retries: 0);
        Assert.Equal("running", (await client.WaitUntilReadyAsync()).State);
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => client.WaitUntilReadyAsync(TimeSpan.Zero));
    }

    [Fact]
    public async Task A_lost_connection_leaves_the_outcome_of_a_press_unknown()
    {
        using var told = new ToldHandler(Lost);
        using var client = told.NewClient();
        var unknown = await Assert.ThrowsAsync<OutcomeUnknownException>(() => client.Emulator().PressAsync("A"));
        Assert.Equal((0, false), (unknown.Status, unknown.SafeToRepeat));
    }

    [Fact]
    public async Task Nothing_at_the_address_is_unreachable()
    {
        var address = $"http://127.0.0.1:{FreePort.Take()}";
        using var client = new BridgeClient(new BridgeClientOptions { Address = new(address), Retries = 0 });
        var nothing = await Assert.ThrowsAsync<BridgeUnreachableException>(() => client.Emulator().PressAsync("A"));
        Assert.True(nothing.SafeToRepeat);
        Assert.StartsWith($"Nothing answers at {address} (", nothing.Message, StringComparison.Ordinal);
        // The address isn't in the reason again.
        Assert.Equal(2, nothing.Message.Split(new Uri(address).Authority).Length);
    }
}
