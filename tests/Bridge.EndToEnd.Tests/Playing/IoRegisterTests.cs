using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>I/O registers as the game reads them.</summary>
public sealed class IoRegisterTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Timer = "0x04000100";
    private const string TimerControl = "0x04000102";

    // A timer of 1,024 cycles a tick, which overflows every four seconds.
    private const int Started = 0x83;

    [Fact]
    public async Task A_timer_moves()
    {
        await game.WriteAsync(Timer, 0);
        await game.WriteAsync(TimerControl, Started);
        Assert.Equal(Started, await game.ReadAsync(TimerControl));
        for (var i = 0; i < 5; i++)
        {
            var before = await game.ReadAsync(Timer);
            await game.PlayOnAsync(2);
            Assert.NotEqual(before, await game.ReadAsync(Timer));
        }

        await game.WriteAsync(TimerControl, 0);
        var stopped = await game.ReadAsync(Timer);
        await game.PlayOnAsync(2);
        Assert.Equal(stopped, await game.ReadAsync(Timer));
    }

    [Fact]
    public async Task A_wait_sees_a_timer_move()
    {
        await game.WriteAsync(Timer, 0);
        await game.WriteAsync(TimerControl, Started);
        var waited = await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/wait",
            $$"""{"until": {"address": "{{Timer}}", "type": "u16", "is": "changed"}, "timeoutFrames": 60}""");
        Assert.True(waited.GetProperty("met").GetBoolean());
        await game.WriteAsync(TimerControl, 0);
    }

    [Fact]
    public async Task The_line_being_drawn_and_its_flags_are_those_of_the_vertical_blank()
    {
        // mGBA calls frame callbacks at the start of line 160.
        var registers = await game.ReadAsync("0x04000004", "u32");
        Assert.InRange(registers >> 16, 160, 227);
        Assert.Equal(1, registers & 1);
    }

    [Fact]
    public async Task A_write_only_register_shows_no_more_than_the_game_sees_and_its_domain_what_was_written()
    {
        // The scroll of background 0 is write-only, and 0x04000066 belongs to no register.
        await game.WriteAsync("0x04000010", 0x0123);
        Assert.Equal(0x0123, await game.ReadAsync("0x10", "u16", "io"));
        Assert.NotEqual(0x0123, await game.ReadAsync("0x04000010"));
        Assert.Equal(0, await game.ReadAsync("0x04000066"));
    }

    // In KEYINPUT, the bit of a button that is down is 0.
    [Fact]
    public async Task Held_buttons_show_in_the_register()
    {
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["A", "L"]}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x04000130") == 0x1FE, "A and L are down");
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Left", "Right", "Up"]}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x04000130") == 0x38F,
            "opposite directions are down as mGBA lets them through");
        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x04000130") == 0x3FF, "nothing is down");
    }

    // The value is that of the keys without a button; null: a Game Boy's, of which only the upper two bits are certain.
    [Theory]
    [InlineData("buttontest.gba", "0x04000130", 0x3FF, "0x02000000")]
    [InlineData("buttontest.gba", "0x04000130", 0x3FF, "0x02000000", "--no-idle")]
    [InlineData("gb/buttontest.gb", "0xFF00", null, "0xC000")]
    [InlineData("gb/buttontest.gb", "0xFF00", null, "0xC000", "--no-idle")]
    public async Task Reading_the_keys_calls_no_other_script_back(string rom, string keys, int? value,
        string memory, params string[] options)
    {
        await using var emulator = new RealEmulator(rom, options);
        emulator.Scripts = [.. emulator.Scripts,
            RepositoryRoot.Combine("tests", "Bridge.EndToEnd.Tests", "Playing", "Scripts", "keys_read.lua")];
        await emulator.StartAsync();
        await using var bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{emulator.Port}")]);
        await bridge.ReachesAsync("running");
        var client = bridge.Client;
        Task<JsonElement> BothAsync() => client.AskForJsonAsync("POST", "/emulators/default/memory/read",
            $$"""
            [
              {"address": "{{keys}}", "type": "u16"}, {"address": "{{memory}}", "type": "u32"},
              {"address": "{{keys}}", "length": 64}, {"address": "{{memory}}", "type": "u32"}
            ]
            """);

        foreach (var watched in new[] { keys, memory })
        {
            using var watch = await client.AskAsync("POST", "/emulators/default/watches",
                $$"""{"address": "{{watched}}", "type": "u16"}""");
            Assert.Equal(201, (int)watch.StatusCode);
        }

        for (var i = 0; i < 10; i++)
        {
            var values = (await BothAsync()).GetProperty("values").EnumerateArray().ToArray();
            // The frame counter is read before and after, so all four were read in one frame.
            Assert.Equal(values[1].GetProperty("value").GetInt64(), values[3].GetProperty("value").GetInt64());
            if (value is not null)
                Assert.Equal(value, values[0].GetProperty("value").GetInt32());
            else
                Assert.InRange(values[0].GetProperty("value").GetInt32() & 0xFF, 0xC0, 0xFF);
        }

        var waited = await client.AskForJsonAsync("POST", "/emulators/default/frames/wait",
            $$"""{"until": {"address": "{{memory}}", "type": "u32", "is": "changed"}, "timeoutFrames": 60}""");
        Assert.True(waited.GetProperty("met").GetBoolean());
        Assert.DoesNotContain("Error in a callback", emulator.Output, StringComparison.Ordinal);
    }
}
