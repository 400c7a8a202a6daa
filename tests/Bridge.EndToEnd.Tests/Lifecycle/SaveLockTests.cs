using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Two emulators that play the same game with the same folder of saves.</summary>
public sealed class SaveLockTests
{
    [Fact]
    public async Task Only_one_of_two_emulators_writes_a_save_file()
    {
        await using var first = new RealEmulator();
        await first.StartAsync();
        await using var second = new RealEmulator(RealEmulator.ButtonTest, "--save-dir", first.SaveFolder);
        await second.StartAsync();
        await using var bridge = new BridgeHost(
            ("Bridge:Emulators:default:Port", $"{first.Port}"), ("Bridge:Emulators:second:Port", $"{second.Port}"));
        await bridge.ReachesAsync("running");

        Assert.True((await SaveOfAsync(bridge, "default")).GetProperty("writable").GetBoolean());
        var save = await SaveOfAsync(bridge, "second");
        Assert.False(save.GetProperty("writable").GetBoolean());
        Assert.Contains("another emulator uses it", save.GetProperty("problem").GetString(), StringComparison.Ordinal);

        // The lock ends with its emulator, even if that one is killed.
        await first.KillAsync();
        await second.KillAsync();
        await second.StartAsync();
        await Eventually.HoldsAsync(
            async () => (await SaveOfAsync(bridge, "second")) is { ValueKind: JsonValueKind.Object } now
                && now.GetProperty("writable").GetBoolean(),
            "the save is writable");
    }

    private static async Task<JsonElement> SaveOfAsync(BridgeHost bridge, string emulator)
    {
        JsonElement game = default;
        await Eventually.HoldsAsync(
            async () => (game = (await bridge.Client.GetJsonAsync($"/emulators/{emulator}")).GetProperty("game"))
                .ValueKind == JsonValueKind.Object,
            "the game is known");
        return game.GetProperty("save");
    }
}
