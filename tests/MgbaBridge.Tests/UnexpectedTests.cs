using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>Responses that no bridge sends, like the page of a login, and problems that only their sentence explains.</summary>
public sealed class UnexpectedTests
{
    private const string Page = "<!DOCTYPE html><title>Log in</title>";

    public static TheoryData<int, string> Pages =>
        new(from status in (int[])[200, 404, 502] from path in Acts.Keys select (status, path));

    private static Dictionary<string, Func<Emulator, Task>> Acts { get; } = new()
    {
        ["/memory/0x00000000?type=u8"] = game => game.Read8Async(0),
        ["/buttons/press"] = game => game.PressAsync("A"),
        ["/console"] = game => game.LogAsync("x"),
        ["/state"] = game => game.GetStateAsync(),
        ["/screen?scale=1"] = game => game.GetScreenAsync(),
        ["/events?"] = game => game.ConnectEventsAsync(),
    };

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_is_described(int status, string path)
    {
        using var told = new ToldHandler(Answer(status, Page, "text/html"));
        using var client = told.NewClient();

        var problem = await Assert.ThrowsAsync<ProblemException>(() => Acts[path](client.Emulator()));

        Assert.Equal((status, "", false), (problem.Status, problem.Type, problem.SafeToRepeat));
        Assert.Equal($"http://127.0.0.1:7185/emulators/default{path} answered {status} with text/html, which is no answer of a bridge: "
            + "check the address.", problem.Detail);
    }

    [Theory]
    [InlineData("", "an empty body")]
    [InlineData("{\"value\": ", "application/json, which is no answer of a bridge")]
    [InlineData("[]", "application/json, which is no answer of a bridge")]
    [InlineData("null", "application/json, which is no answer of a bridge")]
    public async Task A_body_that_is_no_JSON_of_a_bridge_is_described(string body, string came)
    {
        using var told = new ToldHandler(Success(body));
        using var client = told.NewClient();

        var problem = await Assert.ThrowsAsync<ProblemException>(() => client.Emulator().ReadAsync(0));

        Assert.Equal($"http://127.0.0.1:7185/emulators/default/memory/0x00000000 answered 200 with {came}: check the address.",
            problem.Detail);
    }

    [Fact]
    public async Task A_stream_that_becomes_a_page_ends()
    {
        using var told = new ToldHandler(Success("", "text/event-stream"), Answer(200, Page, "text/html"));
        using var client = told.NewClient();
        await using var events = (await client.Emulator().ConnectEventsAsync()).GetAsyncEnumerator();

        var problem = await Assert.ThrowsAsync<ProblemException>(() => events.MoveNextAsync().AsTask().WaitAsync(Eventually.Patience));

        Assert.Equal(200, problem.Status);
    }

    [Fact]
    public async Task A_body_that_breaks_off_is_lost()
    {
        const string Part = "HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
        using var bridge = new WitnessServer(Part, closes: true);
        using var client = new BridgeClient(bridge.Address);

        var lost = await Assert.ThrowsAsync<OutcomeUnknownException>(() => client.Emulator().ResetAsync());

        Assert.StartsWith(
            $"The connection to {bridge.Address} broke while the request was in flight (", lost.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wait_in_a_game_that_is_held_ends_at_once()
    {
        using var told = new ToldHandler(Problem("held", 409));
        using var client = told.NewClient();

        var held = await Assert.ThrowsAsync<ProblemException>(() => client.Emulator().WaitFramesAsync(1));

        Assert.Equal((ProblemTypes.Held, "as told", 1), (held.Type, held.Detail, told.Bodies.Count));
    }
}
