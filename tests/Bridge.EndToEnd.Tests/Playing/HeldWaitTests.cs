using System.Text.Json;
using Bridge.EndToEnd.Tests.Raw;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// Requests that wait for frames are refused while the game is held. Queued presses, and waits from before, go on with its steps.
/// </summary>
public sealed class HeldWaitTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const string Emulator = "/emulators/default";

    private readonly string _path = SocketPath.Take();

    public async ValueTask InitializeAsync() => await game.PlaysAsync();

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        using var released = await game.Client.DeleteAsync($"{Emulator}/frames/hold?force=true");
        await game.ReleaseAllAsync();
    }

    private Task<JsonElement> HoldAsync(bool isExclusive = false) => game.Client.AskForJsonAsync("POST", $"{Emulator}/frames/hold",
        $$"""{"leaseSeconds": 600, "exclusive": {{(isExclusive ? "true" : "false")}}, "owner": "a bot"}""");

    // The method, path and body of requests that a held game would leave without a response.
    public static TheoryData<string, string, string?> Waiting => new()
    {
        { "POST", "/buttons/press", """{"buttons": ["A"]}""" },
        { "GET", "/buttons/press?buttons=A", null },
        { "POST", "/buttons/sequence", """{"steps": [{"buttons": ["A"]}]}""" },
        { "POST", "/frames/wait", """{"frames": 1}""" },
        { "POST", "/frames/wait", """{"until": {"address": "0x02000000", "is": "changed"}}""" },
        { "POST", "/frames/wait", """{"until": {"screen": "changed"}}""" },
    };

    [Theory]
    [MemberData(nameof(Waiting))]
    public async Task They_are_refused_with_the_holder_and_what_to_do(string method, string path, string? body)
    {
        var before = await game.PressesAsync(Button.A);
        foreach (var isExclusive in (bool[])[false, true])
        {
            await HoldAsync(isExclusive);
            using var response = await game.Client.AskAsync(method, Emulator + path, body);
            Assert.InRange(response.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 1, 600);
            var (status, type, detail) = await RunningGame.RefusalAsync(response);
            Assert.Equal((409, "held"), (status, type));
            Assert.Matches($"^a bot has frozen the game{(isExclusive ? " exclusively" : "")}; it resumes in", detail);
            Assert.EndsWith("The command did not run: use one of these, or resume the game.", detail, StringComparison.Ordinal);
            await game.Client.AskForJsonAsync("DELETE", $"{Emulator}/frames/hold?force=true");
        }

        await game.PlayOnAsync(3);
        Assert.Equal((0, before), (await game.QueuedAsync(), await game.PressesAsync(Button.A)));
    }

    [Fact]
    public async Task The_raw_listener_refuses_them_as_well()
    {
        await using var bridge = new BridgeHost(
            ("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), ("Bridge:Raw:Unix:Path", _path), game.Secret);
        await bridge.ReachesAsync("running");
        await HoldAsync();
        using var client = await RawClient.ConnectWithHelloAsync(_path, "hello 1 default");
        // docs/protocol/commands.md has the arguments.
        foreach (var command in (string[])["buttons.press 1 6 2 1", "buttons.sequence 1 1\n1 6\n", "frames.wait 1", "screen.wait 1"])
        {
            var reply = await client.AskAsync(command);
            Assert.Equal("held", reply.Word);
            Assert.StartsWith("a bot has frozen the game", reply.Payload, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_queued_press_waits_for_steps_and_a_turn_is_a_step()
    {
        var before = await game.PressesAsync(Button.B);
        await HoldAsync();
        await game.Game.QueuePressAsync("B");
        await game.Client.AskForJsonAsync("POST", $"{Emulator}/frames/step", """{"frames": 9}""");
        Assert.Equal(before + 1, await game.PressesAsync(Button.B));
        await game.Client.AskForJsonAsync("POST", $"{Emulator}/act", """{"steps": [{"buttons": ["B"]}], "settle": 1}""");
        Assert.Equal(before + 2, await game.PressesAsync(Button.B));
    }

    [Fact]
    public async Task A_value_that_is_there_already_ends_the_wait_at_once()
    {
        await HoldAsync();
        var met = await game.Client.AskForJsonAsync("POST", $"{Emulator}/frames/wait",
            """{"until": {"address": "0x02000000", "type": "u32", "is": "ge", "value": 0}}""");
        Assert.Equal((true, 0), (met.GetProperty("met").GetBoolean(), met.GetProperty("waited").GetInt32()));
    }

    [Fact]
    public async Task A_wait_from_before_the_hold_continues_with_steps()
    {
        var waiting = game.Client.AskForJsonAsync("POST", $"{Emulator}/frames/wait", """{"frames": 3600}""");
        await game.PlayOnAsync(2);
        await HoldAsync();
        await game.Client.AskForJsonAsync("POST", $"{Emulator}/frames/step", """{"frames": 3600, "draw": false}""");
        Assert.Equal(3600, (await waiting).GetProperty("waited").GetInt32());
    }
}
