using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Buttons that are held until another request changes or releases them.</summary>
public sealed class HoldTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Buttons = "/emulators/default/buttons";

    private static string[] Names(JsonElement state, string member) =>
        [.. state.GetProperty(member).EnumerateArray().Select(name => name.GetString()!)];

    private async Task<(int Status, string Type)> PressFailsAsync(string body)
    {
        using var response = await game.Client.AskAsync("POST", $"{Buttons}/press", body);
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return ((int)response.StatusCode, problem.GetProperty("type").GetString()!.Split('#')[1]);
    }

    [Fact]
    public async Task A_held_button_is_down_until_the_next_PUT_or_DELETE()
    {
        await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["right", "A"]}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0b10001, "the game sees A and Right");
        var frames = await game.FramesDownAsync(Button.Right);
        await game.PlayOnAsync(30);
        Assert.True(await game.FramesDownAsync(Button.Right) >= frames + 29);
        var state = await game.Client.GetJsonAsync(Buttons);
        Assert.Equal(["A", "Right"], Names(state, "down"));
        Assert.Equal(["A", "Right"], Names(state, "held"));
        Assert.Equal(0, state.GetProperty("queued").GetInt32());

        await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["B"]}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0b10, "the game sees B alone");
        await game.Client.AskForJsonAsync("DELETE", Buttons);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "the game sees nothing");
    }

    [Fact]
    public async Task The_frames_between_two_answers_are_those_in_which_the_game_saw_the_button()
    {
        var before = await game.FramesDownAsync(Button.Select);
        var (framesDown, latest) = (0L, 0L);
        for (var i = 0; i < 20; i++)
        {
            var down = await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["Select"]}""");
            await game.PlayOnAsync(i % 4);
            var up = await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": []}""");
            latest = up.GetProperty("changesAt").GetInt64();
            framesDown += latest - down.GetProperty("changesAt").GetInt64();
        }

        await game.SeesChangeAsync(latest);
        Assert.Equal(before + framesDown, await game.FramesDownAsync(Button.Select));
    }

    [Fact]
    public async Task A_button_held_for_a_time_is_released_by_itself()
    {
        await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["Left"], "leaseMilliseconds": 600000}""");
        await game.PlayOnAsync(60);
        Assert.Equal(["Left"], Names(await game.Client.GetJsonAsync(Buttons), "held"));
        await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["Left"], "leaseMilliseconds": 300}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "Left is up again");
        Assert.Empty(Names(await game.Client.GetJsonAsync(Buttons), "held"));
    }

    [Fact]
    public async Task A_held_button_cannot_be_pressed()
    {
        await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["L"]}""");
        var before = await game.PressesAsync(Button.Up);
        Assert.Equal((409, "conflict"), await PressFailsAsync("""{"buttons": ["Up", "L"]}"""));
        await game.Client.AskForJsonAsync("DELETE", Buttons);
        Assert.Equal(before, await game.PressesAsync(Button.Up));
    }

    [Fact]
    public async Task DELETE_interrupts_the_press_that_runs_and_cancels_the_one_that_waits()
    {
        var before = await game.PressesAsync(Button.Down);
        var running = PressFailsAsync("""{"buttons": ["Down"], "hold": 3600}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << (int)Button.Down, "the first press runs");
        var queued = PressFailsAsync("""{"buttons": ["Down"]}""");
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 2, "the second press waits");
        var released = await game.Client.AskForJsonAsync("DELETE", Buttons);
        Assert.Equal(2, released.GetProperty("dropped").GetInt32());
        Assert.Equal((409, "interrupted"), await running);
        Assert.Equal((409, "cancelled"), await queued);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "Down is up again");
        await game.PlayOnAsync(10);
        Assert.Equal(before + 1, await game.PressesAsync(Button.Down));
    }

    [Fact]
    public async Task Buttons_held_by_a_bridge_are_released_when_it_ends()
    {
        await using (var other = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}")))
        {
            await other.ReachesAsync("running");
            await other.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["R"]}""");
            await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << (int)Button.R, "the game sees R");
        }

        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "R is up again");
    }
}
