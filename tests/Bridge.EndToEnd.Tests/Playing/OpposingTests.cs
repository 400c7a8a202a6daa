using System.Net.Http.Json;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Left with Right, and Up with Down: the game sees both, or the response says that mGBA hides them.</summary>
[Trait("Needs", "host")]
public sealed class OpposingTests
{
    // At these addresses the ROMs count presses of Left (emulator/rom/README.md).
    [Theory]
    [InlineData(RealEmulator.ButtonTest, "0x0200002A", "both")]
    [InlineData(RealEmulator.ButtonTest, "0x0200002A", "filter")]
    [InlineData("gb/buttontest.gb", "0xC02A", "both")]
    [InlineData("gb/buttontest.gb", "0xC02A", "filter")]
    public Task Our_host_does_what_it_is_told(string rom, string presses, string opposing) =>
        SeesAsync(rom, presses, isSeen: opposing == "both", "--opposing", opposing);

    [Fact]
    public Task Stock_mgba_hides_them() => SeesAsync(RealEmulator.ButtonTest, "0x0200002A", isSeen: false, "--no-idle");

    private static async Task SeesAsync(string rom, string presses, bool isSeen, params string[] options)
    {
        await using var emulator = new RealEmulator(rom, options);
        await emulator.StartAsync();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{emulator.Port}"));
        await bridge.ReachesAsync("running");
        var client = bridge.Client;

        using var pressed = await client.AskAsync(
            "POST", "/emulators/default/buttons/press", """{"buttons": ["Left", "Right", "Down", "Up"]}""");
        var hidden = await HiddenAsync(pressed);
        using var held = await client.AskAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Left", "Right", "A"]}""");
        var hiddenOfHeld = await HiddenAsync(held);
        // Before Left is down alone, which the game sees in any case.
        var value = await client.GetJsonAsync($"/emulators/default/memory/{presses}?type=u16");
        using var one = await client.AskAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Left"]}""");

        Assert.Equal(isSeen ? null : "Right,Left,Up,Down", hidden);
        Assert.Equal(isSeen ? null : "Right,Left", hiddenOfHeld);
        Assert.Null(await HiddenAsync(one));
        Assert.Equal(isSeen, value.GetProperty("value").GetInt32() > 0);
    }

    // Returns the buttons that the response calls hidden from the game; null: it has no such member.
    private static async Task<string?> HiddenAsync(HttpResponseMessage response)
    {
        Assert.True(response.IsSuccessStatusCode, $"{response.StatusCode}");
        var body = await response.Content.ReadFromJsonAsync<JsonElement>();
        return body.TryGetProperty("hidden", out var hidden)
            ? string.Join(',', hidden.EnumerateArray().Select(name => name.GetString()))
            : null;
    }
}
